"""How Django finds a signed-in player again."""

from django.contrib.auth.backends import ModelBackend


class Players(ModelBackend):
    """Names who is signed in by us; `sessions.reader` finds him on the way of every page."""
