"""A started game as a seat or everybody sees it. States are loaded here and stay here."""

from datetime import datetime, timedelta

from engine.api import Seat as EngineSeat
from engine.registry import ruleset
from games import links
from games.errors import BadLink
from games.links import SeatClaim
from games.models import Game, Player, Seat
from games.selectors import rows, stories
from games.selectors.values import Choice, SeatTable, Table


def seat_of(claim: SeatClaim, *, now: datetime) -> Seat:
    """Return the seat that a claim opens, with its player; raises BadLink."""
    seats = Seat.objects.select_related("player", "game").defer("game__state")
    seat = seats.filter(game_id=claim.game_id, number=claim.seat).first()
    if seat is None:
        raise BadLink
    links.require_open(claim, seat, seat.game, now=now)
    return seat


def own_seat(player: Player, key: str) -> Seat | None:
    """Return the seat of a signed-in player at a table, None if he has none."""
    seats = Seat.objects.select_related("player", "game").defer("game__state")
    return seats.filter(game__key=key, player=player).first()


def seat_table(seat: Seat, *, now: datetime) -> SeatTable:
    """Show a started game to one of its seats; raises NoSuchGame before the start."""
    game = rows.started(pk=seat.game_id)
    rules, viewer = ruleset(game.ruleset), EngineSeat(seat.number)
    state = rules.load(game.state)
    people = rows.people(game)
    entries, own_last = stories.latest(game, rules, viewer)
    return SeatTable(
        game=rows.facts(game),
        seat=seat.number,
        view=rules.view(state, viewer),
        people=people,
        names=tuple(person.name for person in people),
        asked=tuple(game.to_act),
        deadline=game.deadline_at,
        time_left=_time_left(game, now),
        story=tuple(entry for entry in entries if entry.ply > own_last),
        earlier=tuple(entry for entry in entries if entry.ply <= own_last),
        reader=rows.reader_of_seat(seat),
        choices=tuple(
            Choice(rules.format(move), rules.picks(move))
            for move in rules.legal_moves(state, viewer)
        ),
        my_turn=seat.number in game.to_act,
    )


def public_table(key: str, *, now: datetime) -> Table:
    """Show a started game to everybody; raises NoSuchGame, also before the start."""
    game = rows.started(key=key)
    rules = ruleset(game.ruleset)
    people = rows.people(game)
    return Table(
        game=rows.facts(game),
        seat=None,
        view=rules.view(rules.load(game.state), None),
        people=people,
        names=tuple(person.name for person in people),
        asked=tuple(game.to_act),
        deadline=game.deadline_at,
        time_left=_time_left(game, now),
        story=stories.latest(game, rules, None)[0],
        earlier=(),
    )


def _time_left(game: Game, now: datetime) -> timedelta | None:
    return None if game.deadline_at is None else max(game.deadline_at - now, timedelta())
