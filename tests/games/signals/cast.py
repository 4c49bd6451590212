"""Households for tests, declared by both who live in one."""

from games.models import Household
from games.signals.services import households
from tests.games.cast import NOW, player


def couple(one: str = "ada", other: str = "ben") -> Household:
    """Let two declare that they live together."""
    households.declare(player(one), player(other).email, now=NOW)
    households.declare(player(other), player(one).email, now=NOW)
    return Household.objects.latest("pk")
