"""What ties accounts to each other: households that people declare, and signals nobody declared."""
