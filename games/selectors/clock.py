"""How a statement asks what time it is. The database's clock is the only judge."""

NOW = "clock_timestamp()"
