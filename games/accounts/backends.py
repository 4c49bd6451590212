"""How Django finds a signed-in player again."""

from django.contrib.auth.backends import ModelBackend


class Players(ModelBackend):
    """Django's own, under a name that stays: sessions keep it."""
