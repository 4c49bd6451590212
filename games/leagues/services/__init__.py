"""Leagues run here. Every change of a season is one transaction under that season's lock."""
