"""What the workers run: each task is one call of a service. `now` enters here."""

from uuid import UUID

from games.clocks.services import outages, pulse, reminding
from games.orders.services import looking
from games.services import instant, mailbox, turns
from games.substitutes.services import endings
from saboteur_site.celery import app


@app.task
def deliver(*letters: str) -> None:
    """Send letters, each unless somebody else does."""
    for letter in letters:
        mailbox.deliver(UUID(letter), now=instant.now())


@app.task
def play_bot(game_id: int, ply: int) -> None:
    """Move for a bot, unless that was done."""
    turns.play_bot(game_id, ply, now=instant.now())


@app.task
def sweep_letters() -> None:
    """Send every letter that is due."""
    mailbox.sweep(now=instant.now())


@app.task
def sweep_deadlines() -> None:
    """Move for everybody whose time is over; after an outage deadlines are moved before that."""
    now = instant.now()
    if pulse.beat(now=now) and outages.work_off(now=now):
        turns.sweep_deadlines(now=now)


@app.task
def sweep_reminders() -> None:
    """Remind everybody whose reminder has come."""
    reminding.sweep(now=instant.now())


@app.task
def sweep_bots() -> None:
    """Move for bots whose hint got lost."""
    turns.sweep_bots(now=instant.now())


@app.task
def sweep_orders() -> None:
    """Look at all orders whose time has come."""
    looking.sweep(now=instant.now())


@app.task
def sweep_tables() -> None:
    """Look at tables that may be left alone."""
    endings.sweep(now=instant.now())
