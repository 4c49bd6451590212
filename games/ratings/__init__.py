"""Ratings: how strong people are in each game, counted from all games between them, in order."""
