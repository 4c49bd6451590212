"""What is done is cleaned up: nothing only grows, and no stranger's address is kept for long."""
