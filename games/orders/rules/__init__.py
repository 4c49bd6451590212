"""Orders and the rules of games: what a line means there, what it finds, what makes it wait."""
