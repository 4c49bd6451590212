"""The usual way to send letters: a task for each, which renders and sends over a new connection."""

from collections.abc import Iterable
from uuid import UUID

from games import letters
from games.models import Letter
from saboteur_site.celery import app

QUEUE = "bench"
_NAME = "tests.bench.send"


@app.task(name=_NAME)
def send(letter_id: str) -> None:
    """Render and send a letter, and remember nothing."""
    letter = Letter.objects.select_related("game", "seat__player", "invitation__game").get(
        pk=UUID(letter_id)
    )
    letters.render(letter, now=letter.created_at).send()


def ask_for(ids: Iterable[UUID]) -> None:
    """Put a task for each letter into the queue."""
    for letter in ids:
        send.apply_async((str(letter),), queue=QUEUE)
