"""Leagues that run themselves: seasons, divisions, draws, standings, and what happens between."""
