"""How much of something is too much: letters that nobody asked for, codes, tables."""
