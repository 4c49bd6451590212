"""What the project's own bots earn in each role: played once for each version of a game, kept."""
