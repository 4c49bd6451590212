"""What pages, letters and services read of leagues. Reads only."""
