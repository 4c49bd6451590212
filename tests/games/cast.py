"""Who plays in the tests, and tables for them, made by the services themselves."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from typing import Any

from django.db.models import F

from engine.api import Seat as EngineSeat
from engine.registry import ruleset
from games import selectors
from games.clocks.rules.table import Table
from games.clocks.rules.turns import go_on
from games.clocks.services import keeping, reminding
from games.links import JoinClaim, SeatClaim
from games.log.rules import Cause
from games.log.services import because
from games.models import Game, Letter, Player, Seat
from games.services import accounts, entries, games, locks, turns
from games.services.people import Said
from games.services.table import PlayedMove

NOW = datetime(2026, 3, 1, 12, tzinfo=UTC)
MINUTE, HOUR, DAY = timedelta(minutes=1), timedelta(hours=1), timedelta(days=1)
PEOPLE = ("alice", "bob", "carol")


def player(name: str) -> Player:
    """Return the player of this name."""
    return named(f"{name}@example.org")


def named(address: str, *, now: datetime = NOW) -> Player:
    """Return the player of this address, called by its first half."""
    found = accounts.known_or_new(address, language="en", now=now)
    accounts.introduce(found, Said(address.partition("@")[0], "en", "UTC"))
    return found


def fixed(hours: int) -> dict[str, object]:
    """Settings of time: so many hours for each turn."""
    return {"clock": {"style": "fixed", "hours": hours}}


def open_table(
    *,
    key: str = "saboteur",
    seats: int = 3,
    hours: int = 24,
    rounds: str = "3",
    by: str = "alice",
    time: Mapping[str, object] | None = None,
    listed: bool = False,
    now: datetime = NOW,
) -> Game:
    """Let alice or somebody else open a table."""
    return games.create(
        player(by),
        ruleset_key=key,
        options={"rounds": rounds} if "rounds" in ruleset(key).meta.options else {},
        seats=seats,
        time=time or fixed(hours),
        listed=listed,
        now=now,
    )


def host(game: Game) -> Seat:
    """The seat of who opened a table."""
    return game.places.get(player=game.organiser)


def full_table(*, time: Mapping[str, object] | None = None) -> Game:
    """Let alice open a table and others take every seat of it."""
    game = open_table(time=time)
    for name in PEOPLE[1:]:
        games.take_open_seat(JoinClaim.of(game), player(name), now=NOW)
    return game


def started(
    people: Sequence[str] = PEOPLE,
    *,
    key: str = "saboteur",
    bots: int = 0,
    hours: int = 24,
    rounds: str = "3",
    by: str = "alice",
    time: Mapping[str, object] | None = None,
    listed: bool = False,
    at_work: bool = False,
    now: datetime = NOW,
) -> Game:
    """Let alice and others sit down and start; while workers are at work no letter is removed."""
    game = open_table(
        key=key,
        seats=len(people) + bots,
        hours=hours,
        rounds=rounds,
        by=by,
        time=time,
        listed=listed,
        now=now,
    )
    for name in people[1:]:
        games.take_open_seat(JoinClaim.of(game), player(name), now=now)
    for _ in range(bots):
        games.add_bot(game.key, by=player(by), now=now)
    games.start(game.key, by=player(by), now=now)
    # What was written while the table filled is nobody's concern any more.
    if not at_work:
        Letter.objects.filter(game=game, kind__in=("seated", "ready")).delete()
    return again(game)


def lay_out(game: Game, state: Any) -> Game:
    """Let people play on from another position, their clocks as if it had come about now."""
    rules = ruleset(game.ruleset)
    asked = sorted(rules.to_act(state))
    marks: dict[int, int] = dict.fromkeys(asked, rules.turn(state))
    table = clocks_of(game, lambda table: go_on(table, marks, now=NOW))
    fields = {"state": rules.dump(state), "to_act": asked, "deadline_at": table.due}
    Game.objects.filter(pk=game.pk).update(**fields)
    return again(game)


def clocks_of(game: Game, change: Callable[[Table], Table] = lambda table: table) -> Table:
    """Read the time of a game, or change it as a service would."""
    with because(Cause.FORM):
        row = locks.game(pk=game.pk)
        table = change(keeping.take_up(row, now=NOW))
        keeping.save(row, table)
    return table


def forgiven(table: Table) -> Table:
    """A table at which nobody has missed a turn."""
    return table.every(lambda seat: replace(seat, misses=0))


def again(game: Game) -> Game:
    """Read a game anew."""
    return Game.objects.get(pk=game.pk)


def asked(game: Game) -> Seat:
    """Return the seat that is asked now."""
    return Seat.objects.get(game=game, number=again(game).to_act[0])


def claim(game: Game) -> SeatClaim:
    """State the claim of the seat that is asked now."""
    return SeatClaim.of(asked(game))


def seat_choices(game: Game) -> tuple[selectors.Choice, ...]:
    """What the seat that is asked now can play."""
    return selectors.seat_table(asked(game), now=NOW).choices


def moves(game: Game) -> list[str]:
    """List the moves of the seat that is asked now."""
    return [choice.text for choice in seat_choices(game)]


def play(game: Game, *, now: datetime = NOW) -> PlayedMove:
    """Make the first legal move for whoever is asked."""
    ply = again(game).ply
    return turns.play_move(claim(game), moves(game)[0], seen_ply=ply, now=now)


def pass_on(game: Game, *, now: datetime = NOW) -> PlayedMove:
    """Discard for whoever is asked, so that it is the next one's turn."""
    text = next(text for text in moves(game) if text.startswith("pass"))
    return turns.play_move(claim(game), text, seen_ply=again(game).ply, now=now)


def play_to_the_end(game: Game, *, now: datetime = NOW) -> None:
    """Let the clock play until the game is over."""
    play_until(game, lambda: again(game).status != Game.Status.ACTIVE, now=now)


def play_until(game: Game, done: Callable[[], bool], *, now: datetime = NOW) -> None:
    """Let the clock play until something has happened."""
    rules = ruleset(game.ruleset)
    while not done():
        at = again(game)
        move = rules.default_move(rules.load(at.state), EngineSeat(asked(game).number))
        turns.play_move(claim(game), rules.format(move), seen_ply=at.ply, now=now)


def all_sent() -> None:
    """Let every letter that waits have left as soon as it was written."""
    Letter.objects.filter(status="queued").update(status="sent", sent_at=F("created_at"))


def sweep_deadlines(*, now: datetime) -> int:
    """Sweep as if letters had always left at once."""
    all_sent()
    return turns.sweep_deadlines(now=now)


def sweep_reminders(*, now: datetime) -> int:
    """Remind as if letters had always left at once."""
    all_sent()
    return reminding.sweep(now=now)


def letters(**which: object) -> list[tuple[str, str]]:
    """List letters as kind and reader, in the order of the alphabet."""
    rows = Letter.objects.filter(**which).select_related("seat__player")
    return sorted((row.kind, row.seat.player.name if row.seat else row.email) for row in rows)


def extended(game: Game, *, now: datetime = NOW) -> None:
    """Write into a game's record, and to all who sit there, that the seat asked got more time."""
    with because(Cause.FORM):
        held = locks.game(pk=game.pk)
        entries.record(
            held,
            "extended",
            seat=held.to_act[0],
            told=[seat for seat in locks.places(held) if seat.player_id],
            now=now,
            by="alice",
            hours=24,
            until=(now + 2 * DAY).isoformat(),
        )
