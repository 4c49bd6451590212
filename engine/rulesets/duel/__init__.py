"""The Duel: two dwarves, two starts, one stock of counters; and the same game for one dwarf."""
