"""News of letters are taken in and acted on once. Here rows are written."""
