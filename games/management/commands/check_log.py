"""Whether the log is whole, and tells of every change that no player made."""

from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from games.log import selectors
from games.log.services import check
from games.services import instant


class Command(BaseCommand):
    """Reads the chain, keeps what was found for the public page, and names what is wrong."""

    help = "Work out the log's chain anew and name the first wrong number."

    def add_arguments(self, parser: CommandParser) -> None:
        """Take whether changes are matched too."""
        parser.add_argument(
            "--changes", action="store_true", help="match every change with the line that tells it"
        )

    def handle(self, *_: Any, changes: bool, **__: Any) -> None:
        """Read; raises CommandError if something is wrong."""
        found = check(now=instant.now())
        self.stdout.write(f"{found.length} lines, the last one is {found.head}")
        if found.wrong is not None:
            raise CommandError(f"Line {found.wrong} is not as it was written.")
        self.stdout.write("The chain is whole.")
        if changes:
            self._match()

    def _match(self) -> None:
        proof = selectors.proof()
        self.stdout.write(
            f"{proof.transactions} transactions changed something that no player did;"
            f" {len(proof.untold)} of them are not told,"
            f" {len(proof.otherwise)} lines tell of other changes."
        )
        if proof.untold or proof.otherwise:
            named = ", ".join([*proof.untold, *(f"line {at}" for at in proof.otherwise)][:10])
            raise CommandError(f"Look at {named}.")
