"""What news of a letter means, and when an address counts as dead. Knows no rows."""
