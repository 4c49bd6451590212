"""Broken glass: a moderator looks at what only a seat may know; leaves no trace till it is told."""
