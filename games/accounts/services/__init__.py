"""What players do about their accounts. Here rows are written, and only at a POST."""
