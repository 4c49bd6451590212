"""What follows when somebody's time is over (time.md, 9). Callers hold the game's lock."""

from collections.abc import Mapping
from dataclasses import replace
from datetime import datetime

from games.clocks.rules import silence
from games.clocks.rules.silence import IN_VAIN, Consequence
from games.models import Game, Offer
from games.services.table import Held, Ply
from games.substitutes.services import standing


def follow(held: Held, late: Mapping[int, bool]) -> dict[int, Consequence]:
    """Say what follows for each seat whose time is over, by the game's policy.

    A miss is counted if a letter had reached the seat.
    """
    return {at: _consequence(held, at, counted=reached) for at, reached in late.items()}


def _consequence(held: Held, number: int, *, counted: bool) -> Consequence:
    rule, seat = held.table.settings, held.table.seats[number]
    assert seat.clock is not None, "only a clock runs out"
    misses = seat.misses + (counted and not seat.clock.turn.missed)
    return replace(silence.consequence(rule.policy, misses, rule.misses), counted=counted)


def tell(held: Held, follows: Mapping[int, Consequence], *, now: datetime) -> None:
    """Write into the record who is played for from now on, and offer the seats that come to it.

    The letters that tell of the time-out tell this too.
    """
    stays = [number for number, what in follows.items() if what.bot_stays]
    if held.game.status != Game.Status.ACTIVE or not stays:
        return
    for number in stays:
        if follows[number].offered:
            _offer(held, number, now)
        else:
            standing.tell(held, "stands-in", number, now=now)
    held.game.alone_at = now + IN_VAIN
    held.game.save(update_fields=("alone_at",))


def go_on(held: Held, number: int, ply: Ply) -> Held:
    """Count a turn that a bot ends for somebody as one more miss in a row, where bots play."""
    over = held.rules.turn(ply.step.state) != held.rules.turn(held.state)
    if held.table.settings.policy != "bot" or not over or not standing.is_stood_in(held, number):
        return held
    seat = held.table.seats[number]
    return replace(held, table=held.table.seated(number, replace(seat, misses=seat.misses + 1)))


def offer_if_reached(held: Held, number: int, *, now: datetime) -> None:
    """Offer a seat that a bot has played for so often that its player is given up."""
    seat, rule = held.table.seats[number], held.table.settings
    reached = rule.policy == "bot" and seat.misses == rule.misses
    running = held.game.status == Game.Status.ACTIVE
    if reached and running and standing.is_stood_in(held, number):
        _offer(held, number, now)


def _offer(held: Held, number: int, now: datetime) -> None:
    if standing.open_offer(held, number, Offer.Why.MISSES, now=now):
        standing.tell(held, "offered", number, now=now)
