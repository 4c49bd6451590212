"""How a table comes together: its name, its terms, who is asked to it, and the same once more."""
