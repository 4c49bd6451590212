"""What a record holds and how a game is played again from it; no database."""
