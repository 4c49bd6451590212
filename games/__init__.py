"""The service: people, tables, turns and letters around the rules in `engine`."""
