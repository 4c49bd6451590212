"""Sanctions are given and lifted. Here rows are written, by the frame of acts and by verdicts."""

from games.sanctions.services.imposing import impose, lift

__all__ = ["impose", "lift"]
