"""The operator holds the whole service, or says anew why."""

from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from games.clocks.services import holding
from games.services import instant


class Command(BaseCommand):
    """Holds everything until `release`."""

    help = "Hold the service: no moves, no orders, no time-outs anywhere until `release`."

    def add_arguments(self, parser: CommandParser) -> None:
        """Take the reason."""
        parser.add_argument("reason", help="one sentence, which every player reads")

    def handle(self, *_: Any, reason: str, **__: Any) -> None:
        """Hold; raises CommandError without a reason of at most 200 letters."""
        if not reason.strip() or len(reason) > holding.LONGEST:
            raise CommandError(f"Say why, in at most {holding.LONGEST} letters.")
        since = holding.hold(reason.strip(), now=instant.now())
        self.stdout.write(f"Held since {since:%Y-%m-%d %H:%M} UTC. `release` lets it go on.")
