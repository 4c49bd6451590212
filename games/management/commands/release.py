"""Who holds the machine lets a held service go on: the act of the pages."""

from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from games.clocks.services import holding
from games.management.signing import actor_and_reason, add_actor_and_reason
from games.services import instant


class Command(BaseCommand):
    """Ends what `hold` began."""

    help = "Let a held service go on: every deadline moves by as long as its clock stood."

    def add_arguments(self, parser: CommandParser) -> None:
        """Take who says so, and why."""
        add_actor_and_reason(parser)

    def handle(self, *_: Any, **said: Any) -> None:
        """Let go; raises CommandError if nothing is held, or without a reason."""
        by, why = actor_and_reason(said)
        gone = holding.release(by=by, why=why, now=instant.now())
        if gone is None:
            raise CommandError("The service is not held.")
        self.stdout.write(f"The service goes on after {gone.ended_at - gone.begun_at}.")
