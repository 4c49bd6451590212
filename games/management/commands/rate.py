"""Counts all ratings again from nothing, and says whether they were what they should be."""

from typing import Any

from django.core.management.base import BaseCommand, CommandError

from games.ratings import services

SAME = 1e-9


class Command(BaseCommand):
    """Counts everything once more."""

    help = "Count all ratings again from all games, and compare with those that were shown."

    def handle(self, *_: Any, **__: Any) -> None:
        """Count; raises CommandError if a number was another one. Then the new one is shown."""
        moved = services.rebuild()
        if moved > SAME:
            raise CommandError(f"Ratings differed by up to {moved:g}; now they are right.")
        self.stdout.write(f"All ratings are as they were, to {SAME:g}.")
