"""Saboteur 2: the base game's maze with two teams, loners, doors, ladders, crystals and thefts."""
