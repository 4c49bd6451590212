"""A game taken back, or its round dealt again: seen before, then done under the lock."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta

from engine.api import Look, PickKind, Step
from engine.registry import ruleset
from games.clocks.models import Kept
from games.clocks.rules import banks, turns
from games.clocks.rules.table import Table
from games.models import Game, Move, Part, Seat
from games.orders.services.book import Book
from games.replay.rules import playing
from games.replay.rules.playing import Back, Position
from games.replay.selectors import history
from games.services import striking, table
from games.services.table import Held, Made, Ply

MOST = 2
"""So often a round is taken back; what the clock did is undone as often in one turn."""


@dataclass(frozen=True, slots=True)
class Return:
    """What going back does, in what everybody may know."""

    back: Back
    asked: tuple[int, ...]
    clocks: Table
    """As they will run."""
    pools: Mapping[str, int] = field(default_factory=dict)
    """What is drawn anew: how many cards."""
    void: tuple[Look, ...] = ()
    kept: tuple[Look, ...] = ()
    shown: tuple[tuple[int, str], ...] = ()
    """Cards that were played openly since, by whom: back in hands, and known to all."""
    round: int = 0
    """Which round is dealt again; 0 if none is."""
    last: int = 0
    """Up to which round none counts then."""


class NoWayBack(Exception):
    """The game cannot be taken back so; says why."""

    def __init__(self, why: str, ways: Sequence[int] = ()) -> None:
        """Keep why: wall, present, often, dealt, not-forced; and where it can go instead."""
        super().__init__(why)
        self.why, self.ways = why, tuple(ways)


def seen(game: Game, places: Sequence[Seat], clocks: Table, back: Back, *, now: datetime) -> Return:
    """Work out what going back will do; raises NoWayBack, or Unplayable."""
    found = history(game)
    _check(game, found, back)
    rules, then = ruleset(game.ruleset), found[back.to].state
    after = playing.taken_back(rules, found, back).state
    asked: dict[int, int] = dict.fromkeys(rules.to_act(after), rules.turn(after))
    clocks, _gone = _clocks_then(game, places, clocks, back.to)
    clocks = turns.go_on(clocks, asked, now=now)
    if back.how == "deal":
        first, last = (len(rules.rounds(state)) + 1 for state in (then, found[-1].state))
        return Return(back, tuple(asked), clocks, round=first, last=last)
    looks = rules.rewinding.looks(then, playing.since(found, back.to))
    pools = {name: len(pool) for name, pool in rules.rewinding.pools(then).items()}
    shown = _shown(game, back.to)
    return Return(back, tuple(asked), clocks, pools, looks.void, looks.kept, shown)


def rules_changed_at(game: Game) -> int | None:
    """Name the first ply that was played by today's rules, if those before were played by others.

    Positions are not kept ply by ply: one that today's rules do not come to is lost.
    """
    older = game.moves.exclude(rules_version=ruleset(game.ruleset).meta.version)
    last = older.order_by("-ply").values_list("ply", flat=True).first()
    return None if last is None else last + 1


def last_forced(game: Game) -> Back:
    """Name the way back by the last move, if the clock or somebody's word made it; or NoWayBack."""
    last = game.moves.get(ply=game.ply)
    if last.by not in Move.FORCED:
        raise NoWayBack("not-forced")
    return Back(last.ply - 1, "undo")


def deal_of_round(game: Game, number: int | None = None) -> Back:
    """Name the way back to the deal of a round, or of the one that is played.

    Raises Unplayable, or NoWayBack if it was not dealt.
    """
    found = history(game)
    dealt = playing.deals(found)
    if number is not None and number not in dealt:
        raise NoWayBack("no-round", tuple(dealt))
    return Back(playing.last_deal(found) if number is None else dealt[number], "deal")


def go(game: Game, places: Sequence[Seat], clocks: Table, back: Back, *, now: datetime) -> None:
    """Take a locked game back as a ply of its own, and void all orders; raises as `seen` does.

    Whoever is asked then has a turn that begins now.
    """
    found = history(game)
    _check(game, found, back)
    rules = ruleset(game.ruleset)
    position = playing.taken_back(rules, found, back)
    clocks, gone = _clocks_then(game, places, clocks, back.to)
    Kept.objects.filter(pk__in=gone).delete()
    Book(game, places).burn()
    # What rounds that no longer count brought is nobody's; they are played again.
    counted = len(rules.rounds(position.state))
    Part.objects.filter(game=game, round__gt=counted).delete()
    held = Held(game, places, rules, found[-1].state, clocks)
    ply = Ply(Made(Move.By.BACK, None, back.text), Step(position.state, position.events))
    table.advance(held, [ply], now=now)


def _clocks_then(
    game: Game, places: Sequence[Seat], clocks: Table, ply: int
) -> tuple[Table, list[int]]:
    """The clocks as after a ply, none of them running, and the rows of misses that are struck."""
    clocks, gone = striking.struck(game, clocks, ply, places)
    return turns.taken_back(clocks, _saved(game, places, ply)), gone


def _saved(game: Game, places: Iterable[Seat], ply: int) -> dict[int, timedelta]:
    """What those had saved after a ply who sit there since; of no use if a rule came in between."""
    rows = game.moves.filter(ply__gte=ply).order_by("ply")
    moments, noted = zip(*rows.values_list("made_at", "banks"), strict=True)
    if None in noted:
        return {}
    since = {each.number for each in places if each.joined_at and each.joined_at > moments[0]}
    return {at: bank for at, bank in banks.read(noted[0]).items() if at not in since}


def _check(game: Game, found: Sequence[Position], back: Back) -> None:
    rules, last = ruleset(game.ruleset), len(found) - 1
    ways = playing.ways_back(rules, found)
    if back.how == "deal":
        if any(found[at].back == back for at in playing.branch(found, last)):
            raise NoWayBack("dealt")
        return
    if back.to not in ways:
        raise NoWayBack("present" if back.to == last else "wall", ways)
    if back.how == "back":
        first = playing.last_deal(found)
        if sum(_is(found, at, "back") for at in range(first, len(found))) >= MOST:
            raise NoWayBack("often")
    elif _is(found, back.to, "undo") and _is(found, found[back.to].back.to, "undo"):  # type: ignore[union-attr]
        raise NoWayBack("often")


def _is(found: Sequence[Position], ply: int, how: str) -> bool:
    back = found[ply].back
    return back is not None and back.how == how


def _shown(game: Game, ply: int) -> tuple[tuple[int, str], ...]:
    """Name what was played openly since; what was put down face down stays so."""
    rules = ruleset(game.ruleset)
    moves = game.moves.filter(ply__gt=ply, seat__isnull=False).order_by("ply")
    found: dict[tuple[int, str], None] = {}
    for seat, text in moves.values_list("seat", "notation"):
        move = rules.parse(text)
        picks = () if isinstance(move, tuple) else rules.picks(move)
        cards = [pick.value for pick in picks if pick.kind == PickKind.CARD]
        found |= {(seat, card): None for card in cards if seat is not None}
    return tuple(found)
