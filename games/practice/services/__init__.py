"""Practice games are dealt, taken over into an account, and swept. Here rows are written."""
