"""The service as a Django application."""

from django.apps import AppConfig


class GamesConfig(AppConfig):
    """Games, the people who play them and the letters between them."""

    name = "games"
