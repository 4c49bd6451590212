"""What may be said, where, how often, and who reads it. Knows no rows."""
