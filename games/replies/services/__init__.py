"""Mails are accepted, and what they ask for is done once. Here rows are written."""
