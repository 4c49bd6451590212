"""What people declare about each other, and what is worked out of it: here rows are written."""
