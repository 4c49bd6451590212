"""Channels are kept by their owners, and messages go out by them. Here rows are written."""
