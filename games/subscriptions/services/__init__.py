"""What people choose and stop, and the daily letter. Here rows are written."""
