"""Who holds the machine holds the whole service, or says anew why: the act of the pages."""

from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from games.clocks.services import holding
from games.management.signing import actor_and_reason, add_actor_and_reason
from games.models import Position
from games.services import instant


class Command(BaseCommand):
    """Holds the clocks, or everything, until `release`."""

    help = "Hold the service until `release`: no time runs out, and nothing is played."

    def add_arguments(self, parser: CommandParser) -> None:
        """Take the sentence for all, what stands still, who says so, and why."""
        parser.add_argument("sentence", help="one sentence, which every player reads")
        parser.add_argument("--clocks", action="store_true", help="whoever likes may still move")
        add_actor_and_reason(parser)

    def handle(self, *_: Any, sentence: str, clocks: bool, **said: Any) -> None:
        """Hold; raises CommandError without a sentence of at most 200 letters, or a reason."""
        if not sentence.strip() or len(sentence) > holding.LONGEST:
            raise CommandError(f"Say to all why, in at most {holding.LONGEST} letters.")
        by, why = actor_and_reason(said)
        position = Position.CLOCKS if clocks else Position.ALL
        since = holding.hold(sentence.strip(), position=position, by=by, why=why, now=instant.now())
        self.stdout.write(f"Held since {since:%Y-%m-%d %H:%M} UTC. `release` lets it go on.")
