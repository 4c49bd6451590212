"""The shared geometry: cells, tiles and the maze. It knows nothing of hands, turns or roles."""
