"""What the workers run: each task is one call of a service. `now` enters here."""

import logging
from collections.abc import Callable
from functools import wraps
from typing import Any
from uuid import UUID

from celery.signals import worker_ready
from django.conf import settings

from games.accounts.services import leaving as departures
from games.accounts.services import recovering
from games.channels.services import sending
from games.cleaning import services as cleaning
from games.clocks.services import holding, outages, pauses, pulse, reminding
from games.delivery.services import hearing
from games.gathering.services import lapsing
from games.glass.services import disclosing
from games.leagues.services import rehearsing
from games.leagues.services import sweeping as leagues
from games.log import selectors
from games.log.services import reporting
from games.machine.services import errands, watching
from games.moderation.services import seconds
from games.orders.services import looking
from games.ratings import services as ratings
from games.replies.services import acting
from games.sanctions.services import following, forgetting
from games.services import instant, mailbox, turns
from games.services.failures import database_is_gone
from games.signals.services import finding
from games.subscriptions.services import daily
from games.substitutes.services import endings
from saboteur_site.celery import app

logger = logging.getLogger(__name__)


def _task(run: Callable[..., None]) -> Any:
    """Make a task. All of them come again, so a restart of the database is worth one line."""

    @app.task(name=f"{__name__}.{run.__name__}")
    @wraps(run)
    def task(*args: Any) -> None:
        try:
            run(*args)
        except Exception as error:
            if not database_is_gone(error):
                raise
            logger.warning("%s: no database (%s)", run.__name__, type(error).__name__)

    return task


def _swept(name: str, *sweeps: Callable[..., int]) -> None:
    """Sweep, and note for the machine room and /readyz that nothing went wrong."""
    now = instant.now()
    watching.note(name, sum(sweep(now=now) for sweep in sweeps), now=now)


@_task
def deliver(*letters: str) -> None:
    """Send these emails unless another worker has them, then what else is due."""
    mailbox.sweep(now=instant.now(), first=[UUID(letter) for letter in letters])


@_task
def tell_channels() -> None:
    """Send what goes out by channels, unless somebody else does."""
    sending.sweep(now=instant.now())


@_task
def act_on_replies(*replies: str) -> None:
    """Do what mails ask for, each unless somebody else does."""
    for pk in replies:
        acting.act(int(pk), now=instant.now())


@_task
def play_bots(*asked: tuple[int, int]) -> None:
    """Move for bots, each asked in a game at a ply, unless that was done."""
    for game_id, ply in asked:
        turns.play_bot(game_id, ply, now=instant.now())


@_task
def sweep_letters() -> None:
    """Send every letter that is due."""
    _swept("letters", mailbox.sweep)


@_task
def sweep_deadlines() -> None:
    """Move for everybody whose time is over; what moves deadlines goes before that."""
    now = instant.now()
    holding.begin_announced(now=now)
    moved = errands.work_off(now=now)
    # Who answered in time by mail is waited for; here that what he waits for is done.
    acting.sweep(now=now)
    if pulse.beat(now=now) and outages.work_off(now=now) and moved:
        _swept("deadlines", turns.sweep_deadlines)


@_task
def sweep_reminders() -> None:
    """Remind everybody whose reminder has come."""
    _swept("reminders", reminding.sweep)


@_task
def sweep_channels() -> None:
    """Send by channels all that is due."""
    _swept("channels", sending.sweep)


@_task
def sweep_news() -> None:
    """Do what follows from news of letters where whoever took them in was killed."""
    _swept("news", hearing.sweep)


@_task
def sweep_bots() -> None:
    """Move for bots whose hint got lost."""
    _swept("bots", turns.sweep_bots)


@_task
def sweep_orders() -> None:
    """Look at all orders whose time has come."""
    _swept("orders", looking.sweep)


@_task
def sweep_daily() -> None:
    """Post the daily letters whose hour has come."""
    _swept("daily", daily.sweep)


@_task
def sweep_invitations() -> None:
    """Let invitations lapse that nobody answered in time."""
    _swept("invitations", lapsing.sweep)


@_task
def sweep_tables() -> None:
    """Look at tables that may be left alone."""
    _swept("tables", endings.sweep)


@_task
def sweep_notices() -> None:
    """Tell of pauses that end by themselves, and log the acts that nobody confirmed in time."""
    _swept("notices", pauses.sweep, seconds.sweep)


@_task
def sweep_alarms() -> None:
    """Tell the hosts of what runs late."""
    _swept("alarms", watching.sweep)


@_task
def clean() -> None:
    """Remove what is done and old."""
    _swept("clean", cleaning.sweep, forgetting.sweep)


@_task
def sweep_signals() -> None:
    """Work out once a day which two accounts may be one person's."""
    _swept("signals", finding.sweep)


@_task
def sweep_recoveries() -> None:
    """Let accounts come to their new mailbox to which no old one objected."""
    _swept("recoveries", recovering.sweep)


@_task
def sweep_log() -> None:
    """Check the log once a day, and send its head to the operators."""
    _swept("log", lambda now: reporting.sweep(now=now) is not None)


@_task
def check_log() -> None:
    """Check the log because somebody asked for it."""
    reporting.check_again(now=instant.now())


@worker_ready.connect
def _look_at_the_locks(**_: object) -> None:
    """Warn at the start if the service's own role could change what the log holds."""
    if settings.LOCAL_MODE:
        return
    try:
        can_be_changed = selectors.can_be_changed()
    except Exception as error:
        if not database_is_gone(error):
            raise
        logger.warning("no database yet (%s): its locks were not checked", type(error).__name__)
    else:
        if can_be_changed:
            logger.warning("this database role may change the log: see docs/hosts.md")


@_task
def sweep_glass() -> None:
    """Tell who looked at hidden cards where that was long enough ago."""
    _swept("glass", disclosing.sweep)


@_task
def sweep_leaving() -> None:
    """Hand over the seats of players who had their accounts deleted."""
    _swept("leaving", departures.sweep)


@_task
def sweep_effects() -> None:
    """Change the tables that sanctions concern."""
    _swept("effects", following.sweep)


@_task
def sweep_leagues() -> None:
    """Do what is due in leagues."""
    _swept("leagues", leagues.sweep)


@_task
def rehearse(*pks: str) -> None:
    """Play a slice of each rehearsal, unless somebody else does."""
    for pk in pks:
        rehearsing.go_on(int(pk), now=instant.now())


@_task
def sweep_rehearsals() -> None:
    """Go on with rehearsals whose hint got lost, or whose worker was killed."""
    _swept("rehearsals", rehearsing.sweep)


@_task
def sweep_ratings() -> None:
    """Rate what was played."""
    _swept("ratings", ratings.sweep)
