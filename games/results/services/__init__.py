"""Results are taken away, given and begun anew. Here rows are written, under the game's lock."""
