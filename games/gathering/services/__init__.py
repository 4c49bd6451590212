"""What happens to a table before its start. Here rows are written, under the game's lock."""
