"""What happens at a player's tables is told by further ways of his own, beside letters."""
