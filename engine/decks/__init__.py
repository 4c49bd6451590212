"""What is in each box: tables and nothing else."""
