"""What people say, mute and note down. Here rows are written, and only at a POST."""

from games.talk.services.noting import forget

__all__ = ["forget"]
