"""Saboteur: The Dark Cave, for two to eight players."""
