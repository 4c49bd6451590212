"""What a table may be called and what may be written to who is asked to it. Knows no rows."""
