"""Time at a table. `rules` is pure: no database, no Django, only instants and zones."""
