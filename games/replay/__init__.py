"""Games move by move, as somebody knew them then; records to keep, and to look at again."""
