"""Talk beside the game, and a player's own notes. Nothing is ever written here by the service."""
