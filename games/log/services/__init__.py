"""The log is written, and causes are named. Only ever added to; nothing here changes a game."""

from games.log.services.causes import because, cause_is, meanwhile
from games.log.services.checking import check
from games.log.services.writing import By, Target, changed, forget, write

__all__ = [
    "By",
    "Target",
    "because",
    "cause_is",
    "changed",
    "check",
    "forget",
    "meanwhile",
    "write",
]
