"""What is said beside a game as one reader may read it, and his own notes. Reads only."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime

from django.db.models import Min

from games.errors import DealClosed, NoSuchGame, NoSuchRemark
from games.models import Game, Mute, Notes, Player, Remark, Report, Seat
from games.sanctions import selectors as sanctions
from games.sanctions.rules import Kind as Bar
from games.selectors import rows
from games.substitutes.selectors import sat_before
from games.talk.rules import names
from games.talk.rules.rooms import Room, Standing, standing

PAGE = 50
"""So many remarks of a room stand on one page."""


@dataclass(frozen=True, slots=True)
class Said:
    """A remark as its reader is shown it."""

    id: int
    name: str
    mine: bool
    text: str
    """Empty where a moderator has hidden it."""
    hidden: bool
    at: datetime
    reported: bool
    """By this reader: nobody else's reports are told."""


@dataclass(frozen=True, slots=True)
class Muted:
    """Somebody whom the reader does not want to read, by one of his remarks."""

    name: str
    remark: int


@dataclass(frozen=True, slots=True)
class RoomSight:
    """A room as its reader is shown it, the latest remark first."""

    room: Room
    remarks: tuple[Said, ...]
    older: int | None
    """What came before this remark is on another page."""
    muted: tuple[Muted, ...]


@dataclass(frozen=True, slots=True)
class Talk:
    """All that a reader is shown of a game's talk: first the room that he speaks in."""

    key: str
    name: str
    ruleset: str
    over: bool
    begun: bool
    standing: Standing
    known: bool
    rooms: tuple[RoomSight, ...]


@dataclass(frozen=True, slots=True)
class NoteSight:
    """A note about another seat."""

    seat: int
    name: str
    text: str


@dataclass(frozen=True, slots=True)
class NotesSight:
    """A seat's notes as their owner reads them."""

    name: str
    ruleset: str
    text: str
    about: tuple[NoteSight, ...]
    version: int


def standing_of(game: Game, player: Player | None, *, now: datetime) -> Standing:
    """Say what somebody may read of a game's talk, and where he may speak."""
    sits = player is not None and game.places.filter(player=player).exists()
    sat = player is not None and not sits and sat_before(game.key, player)
    return standing(
        known=player is not None,
        sits=sits,
        sat=sat,
        ended=game.ended_at,
        cancelled=game.status == Game.Status.CANCELLED,
        muted=player is not None and sanctions.runs(player, Bar.MUTE, now=now),
        now=now,
    )


def talk(
    key: str, player: Player | None, *, now: datetime, before: Mapping[str, int] | None = None
) -> Talk:
    """Show a game's talk to somebody, each room before a remark if one is named.

    Raises NoSuchGame or DealClosed.
    """
    game = _game(key, player)
    may = standing_of(game, player, now=now)
    apart = _told_apart(game)
    rooms = sorted(may.reads, key=lambda room: (room != may.speaks, list(Room).index(room)))
    return Talk(
        key=key,
        name=game.name,
        ruleset=game.ruleset,
        over=game.status in (*Game.OVER, Game.Status.CANCELLED),
        begun=game.started_at is not None,
        standing=may,
        known=player is not None,
        rooms=tuple(_room(game, room, player, (before or {}).get(room), apart) for room in rooms),
    )


def readable(key: str, remark_id: int, player: Player, *, now: datetime) -> Remark:
    """Find what somebody else said where a player may read it; raises NoSuchRemark."""
    try:
        game = _game(key, player)
    except NoSuchGame:
        raise NoSuchRemark from None
    reads = standing_of(game, player, now=now).reads
    found = game.remarks.filter(pk=remark_id, room__in=reads).exclude(by=player).first()
    if found is None or sanctions.hidden([found]):
        raise NoSuchRemark
    return found


def notes(seat: Seat) -> NotesSight:
    """Show a seat's notes to who sits there; raises NoSuchGame before the start."""
    game = rows.started(pk=seat.game_id)
    kept = Notes.objects.filter(seat=seat, seat__player=seat.player_id).first() or Notes()
    people = rows.people(rows.places(game), ())
    return NotesSight(
        name=game.name,
        ruleset=game.ruleset,
        text=kept.text,
        about=tuple(
            NoteSight(person.number, person.name, kept.about.get(str(person.number), ""))
            for person in people
            if person.number != seat.number
        ),
        version=kept.version,
    )


def _game(key: str, player: Player | None) -> Game:
    game = Game.objects.filter(key=key).defer("state", "time", "outcome").first()
    if game is None:
        raise NoSuchGame
    require_open(game, player)
    return game


def require_open(game: Game, player: Player | None) -> None:
    """Pass who sits there, and everybody where no other table plays the deal; raises DealClosed."""
    if game.closed and not (player and game.places.filter(player=player).exists()):
        raise DealClosed


def _told_apart(game: Game) -> Mapping[tuple[int, str], str]:
    """Name spectators so that nobody takes one for a seat, or for another of them."""
    seats = game.places.exclude(name="").order_by("number")
    spoke = game.remarks.filter(room=Room.SPECTATORS).values("by", "name")
    first = spoke.annotate(first=Min("id")).order_by("first").values_list("by", "name")
    # A bot is nobody else: below zero there are no players.
    people = [(seat.player_id or -1 - seat.number, seat.name) for seat in seats]
    return names.told_apart([*people, *first])


def _room(
    game: Game,
    room: Room,
    player: Player | None,
    before: int | None,
    apart: Mapping[tuple[int, str], str],
) -> RoomSight:
    here = game.remarks.filter(room=room)
    mutes = Mute.objects.filter(game=game, by=player) if player else Mute.objects.none()
    heard = here.exclude(by__in=mutes.values("whom"))
    if before is not None:
        heard = heard.filter(pk__lt=before)
    found = list(heard.order_by("-id")[: PAGE + 1])
    shown = found[:PAGE]
    reported = set(
        Report.objects.filter(case__by=player, remark__in=shown).values_list("remark", flat=True)
        if player
        else ()
    )

    gone = sanctions.hidden(shown)

    def name(remark: Remark) -> str:
        return apart[remark.by_id, remark.name] if room == Room.SPECTATORS else remark.name

    return RoomSight(
        room=room,
        remarks=tuple(
            Said(
                id=remark.pk,
                name=name(remark),
                mine=player is not None and remark.by_id == player.pk,
                text="" if remark.pk in gone else remark.text,
                hidden=remark.pk in gone,
                at=remark.made_at,
                reported=remark.pk in reported,
            )
            for remark in shown
        ),
        older=shown[-1].pk if len(found) > PAGE else None,
        muted=tuple(
            Muted(name(remark), remark.pk)
            for remark in here.filter(by__in=mutes.values("whom"))
            .order_by("by", "-id")
            .distinct("by")
        ),
    )
