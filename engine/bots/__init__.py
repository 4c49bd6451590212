"""What bots of several games share. A bot knows a view and the legal moves, nothing else."""
