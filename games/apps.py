"""The service as a Django application."""

from django.apps import AppConfig


class GamesConfig(AppConfig):
    """Games, the people who play them and the letters between them."""

    name = "games"

    def ready(self) -> None:
        """Register the system checks and keep the language at hand."""
        from games import checks  # noqa: F401, PLC0415
        from saboteur_site import tongue  # noqa: PLC0415

        tongue.keep_by_thread()
