"""The machine room: what an act on many games has still to do, and how late everything is."""
