"""What of moderation follows from plain values: the matrix, its conditions, what an act will do."""
