"""The operator lets a held service go on."""

from typing import Any

from django.core.management.base import BaseCommand, CommandError

from games.clocks.services import holding
from games.services import instant


class Command(BaseCommand):
    """Ends what `hold` began."""

    help = "Let a held service go on: deadlines that fell into the hold move by its length."

    def handle(self, *_: Any, **__: Any) -> None:
        """Let go; raises CommandError if nothing is held."""
        gone = holding.release(now=instant.now())
        if gone is None:
            raise CommandError("The service is not held.")
        self.stdout.write(f"The service goes on after {gone.ended_at - gone.begun_at}.")
