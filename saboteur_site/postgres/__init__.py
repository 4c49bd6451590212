"""Django's Postgres, whose kept connections are looked at before a page uses them, not asked."""
