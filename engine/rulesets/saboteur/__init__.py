"""Saboteur: gold-diggers and saboteurs, in the editions `current` and `2004`."""
