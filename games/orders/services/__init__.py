"""Orders are written, looked at when their seat is asked, and forgotten. Here rows are written."""

from games.orders.services.book import forget

__all__ = ["forget"]
