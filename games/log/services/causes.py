"""Naming why something changes. The database refuses what is watched to who does not.

The cause is a setting of the transaction alone, so it holds behind a pooler of transactions too.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from uuid import uuid4

from django.db import transaction

from games import statements
from games.log.rules import IN_THE_LOG, Cause


@contextmanager
def because(cause: Cause) -> Iterator[None]:
    """Open one whole transaction; all that it changes has this cause."""
    with transaction.atomic(durable=True):
        cause_is(cause)
        yield


@contextmanager
def meanwhile(cause: Cause) -> Iterator[None]:
    """Let what is changed in here have a cause of its own; an act's goes on after it.

    The line that an act still has to write names the transaction as it did before.
    """
    before = statements.cause()
    cause_is(cause)
    yield
    if before.partition(" ")[0] in IN_THE_LOG:
        statements.set_cause(before)


def cause_is(cause: Cause) -> None:
    """What this transaction changes from here on has another cause."""
    said = f"{cause} {uuid4()}" if cause in IN_THE_LOG else cause.value
    statements.set_cause(said)
