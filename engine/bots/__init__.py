"""What bots and foresight of several games share. They know a view and moves, nothing else."""
