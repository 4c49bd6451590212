"""Who holds the machine makes the first host; all further roles are given on the pages."""

from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from games.errors import BadAddress
from games.management.signing import actor_and_reason, add_actor_and_reason
from games.moderation.rules.refusals import Unfit
from games.moderation.services import roles
from games.services import instant


class Command(BaseCommand):
    """Makes the first host."""

    help = "Make the first host of this service; he gives all further roles on the pages."

    def add_arguments(self, parser: CommandParser) -> None:
        """Take his address, who says so, and why."""
        parser.add_argument("address", help="where he gets the code to sign in")
        add_actor_and_reason(parser)

    def handle(self, *_: Any, address: str, **said: Any) -> None:
        """Make him; raises CommandError if there is a host, or something is missing."""
        by, reason = actor_and_reason(said)
        try:
            host = roles.make_first_host(address, by=by, reason=reason, now=instant.now())
        except BadAddress as problem:
            raise CommandError(problem.message) from None
        except Unfit as problem:
            raise CommandError(str(problem)) from None
        self.stdout.write(f"{host.email} is a host from now on.")
