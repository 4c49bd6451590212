"""The service as a Django application."""

from django.apps import AppConfig


class GamesConfig(AppConfig):
    """Games, the people who play them and the letters between them."""

    name = "games"

    def ready(self) -> None:
        """Register the system checks."""
        from games import checks  # noqa: F401, PLC0415
