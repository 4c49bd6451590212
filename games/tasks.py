"""What the workers run: each task is one call of a service. `now` enters here."""

from uuid import UUID

from django.utils import timezone

from games.services import mailbox, turns
from saboteur_site.celery import app


@app.task
def deliver(letter_id: str) -> None:
    """Send one letter, unless somebody else does."""
    mailbox.deliver(UUID(letter_id), now=timezone.now())


@app.task
def play_bot(game_id: int, ply: int) -> None:
    """Move for a bot, unless that was done."""
    turns.play_bot(game_id, ply, now=timezone.now())


@app.task
def sweep_letters() -> None:
    """Send every letter that is due."""
    mailbox.sweep(now=timezone.now())


@app.task
def sweep_deadlines() -> None:
    """Move for everybody whose time is over."""
    turns.sweep_deadlines(now=timezone.now())


@app.task
def sweep_reminders() -> None:
    """Remind everybody whose time is nearly over."""
    turns.sweep_reminders(now=timezone.now())


@app.task
def sweep_bots() -> None:
    """Move for bots whose hint got lost."""
    turns.sweep_bots(now=timezone.now())
