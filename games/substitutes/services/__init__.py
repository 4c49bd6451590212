"""What happens to seats that change hands. Here rows are written, under the game's lock."""
