"""What pages and letters are told of time. Reads only."""
