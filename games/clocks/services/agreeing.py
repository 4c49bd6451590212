"""What takes the consent of all people seated: each says yes himself, and silence is no (5).

A proposal and its answers are lines of the table's record, so nothing is stored twice; bots agree.
"""

from collections.abc import Callable, Iterable
from datetime import datetime
from typing import Any

from games.clocks.rules import breaks, pauses, proposals, ruling, settings
from games.clocks.rules.forms import Form
from games.clocks.rules.proposals import MADE, Proposal
from games.clocks.rules.refusals import Reason, Refused
from games.clocks.services import pauses as pausing
from games.clocks.services import rulings
from games.clocks.services.wishes import Wish, wishing
from games.errors import Overtaken
from games.models import Player, Seat
from games.sanctions import selectors as sanctions
from games.sanctions.rules import Kind as Bar

ACTS = {kind: act for act, kind in MADE.items()}


def propose_pause(key: str, until: datetime, *, by: Player, now: datetime) -> bool:
    """Propose a pause to all people seated; True if all agree already, as bots do.

    Raises NoSuchGame, NotSeated or Refused.
    """
    with wishing(key, by=by, now=now) as wish:
        return put(wish, "pause", until=until.isoformat())


def propose_end(key: str, *, by: Player, now: datetime) -> bool:
    """Propose to go on before an agreed pause is over; raises NoSuchGame, NotSeated or Refused."""
    with wishing(key, by=by, now=now) as wish:
        return put(wish, "end")


def rule(key: str, wanted: Form, *, by: Player, now: datetime) -> bool:
    """Change a running table's time settings; False if all who sit there are asked first.

    Raises NoSuchGame, NotOrganiser or Refused.
    """
    with wishing(key, by=by, now=now) as wish:
        wish.must_organise()
        new = rulings.fit(wish, wanted)
        if new == wish.table.settings:
            raise Refused(Reason.EMPTY, "rule")
        if ruling.only_gives(wish.table.settings, new):
            rulings.change(wish, new, agreed=False)
            return True
        old = settings.dump(wish.table.settings)
        return put(wish, "rule", old=old, settings=settings.dump(new))


def answer(key: str, kind: str, *, yes: bool, by: Player, now: datetime) -> bool:
    """Say yes or no to what is proposed; True if all agree now and it is done.

    A second yes changes nothing. Raises NoSuchGame, NotSeated, Sanctioned, Refused, or
    Overtaken if nothing of the kind is proposed any more.
    """
    with wishing(key, by=by, now=now) as wish:
        seat = wish.must_sit()
        asked = _standing(wish).get(kind)
        if asked is None:
            raise Overtaken
        if not yes:
            _decline(wish, kind, asked, seat)
            return False
        wish.must_decide()
        if seat.number not in _agreed(wish, asked):
            wish.record("agreed", seat=seat.number, kind=kind)
        return _done_if_agreed(wish, kind)


def put(wish: Wish, kind: str, **terms: object) -> bool:
    """Put something to all people seated; True if nobody else need agree. Sent twice, asked once.

    Raises NotSeated, Sanctioned or Refused, at once if it could never be done.
    """
    seat = wish.must_sit()
    wish.table.must_go_on()
    wish.must_decide()
    _TRIED[kind](wish, terms)
    before = _standing(wish).get(kind)
    if before is None or before.seat != seat.number or not terms.items() <= before.terms.items():
        others = [place for place in wish.people() if place.pk != seat.pk]
        wish.record(ACTS[kind], seat=seat.number, told=others, **terms)
    if (banned := _banned(wish)) is not None:
        _decline(wish, kind, _standing(wish)[kind], banned)
        return False
    return _done_if_agreed(wish, kind)


def decline_all(wish: Wish) -> None:
    """Say no to all that is proposed where somebody sits; for who may decide nothing any more."""
    for kind, asked in _standing(wish).items():
        _decline(wish, kind, asked, wish.must_sit())


def _decline(wish: Wish, kind: str, asked: Proposal, seat: Seat) -> None:
    others = [place for place in wish.everybody() if place.number == asked.seat]
    told = [place for place in others if place.pk != seat.pk]
    wish.record("declined", seat=seat.number, told=told, kind=kind, by=seat.name)


def _banned(wish: Wish) -> Seat | None:
    """Find who is asked and may decide nothing: his word counts as no."""
    for place in wish.people():
        if place.player and sanctions.runs(place.player, Bar.BAN, now=wish.now):
            return place
    return None


def _standing(wish: Wish) -> dict[str, Proposal]:
    lately = wish.game.entries.filter(made_at__gt=wish.now - pauses.TO_AGREE)
    return proposals.standing(lately.order_by("pk"), wish.table, now=wish.now)


def _agreed(wish: Wish, asked: Proposal) -> set[int]:
    """The seats whose present people said yes: who sits down later answers for himself."""
    return {
        place.number
        for place in _seated(wish.places)
        if (said := asked.agreed.get(place.number)) and _since(place) <= said
    }


def _seated(places: Iterable[Seat]) -> Iterable[Seat]:
    return (place for place in places if place.player_id is not None)


def _since(place: Seat) -> datetime:
    assert place.joined_at is not None, "who sits has sat down"
    return place.joined_at


def _done_if_agreed(wish: Wish, kind: str) -> bool:
    asked = _standing(wish)[kind]
    if not {place.number for place in wish.people()} <= _agreed(wish, asked):
        return False
    _DONE[kind](wish, asked.terms)
    return True


def _pause(wish: Wish, terms: Any) -> None:
    until = datetime.fromisoformat(terms["until"])
    paused = breaks.pause(wish.table, until, by=None, now=wish.now)
    pausing.begin(wish, paused, until, agreed=True)


def _try_pause(wish: Wish, terms: Any) -> None:
    breaks.pause(wish.table, datetime.fromisoformat(terms["until"]), by=None, now=wish.now)


def _end(wish: Wish, _terms: Any) -> None:
    pausing.end(wish, agreed=True)


def _try_end(wish: Wish, _terms: Any) -> None:
    if not wish.table.paused_until(wish.now):
        raise Refused(Reason.NOT_PAUSED)


def _rule(wish: Wish, terms: Any) -> None:
    rulings.change(wish, rulings.fit(wish, terms["settings"]), agreed=True)


def _try_rule(wish: Wish, terms: Any) -> None:
    rulings.fit(wish, terms["settings"])


_TRIED: dict[str, Callable[[Wish, Any], None]] = {
    "pause": _try_pause, "end": _try_end, "rule": _try_rule
}  # fmt: skip
_DONE: dict[str, Callable[[Wish, Any], None]] = {"pause": _pause, "end": _end, "rule": _rule}
