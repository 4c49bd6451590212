"""Everything a page or a letter needs to know, as small frozen values. Reads only.

States stay here: what goes out is a ruleset's `View`, events as `seen_by` tells them, and the texts
of legal moves.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any, NamedTuple

from django.db.models import QuerySet

from engine.api import Event, Pick, Ruleset
from engine.api import Seat as EngineSeat
from engine.registry import ruleset
from games import links
from games.errors import BadLink, NoSuchGame
from games.links import InvitationClaim, JoinClaim, SeatClaim
from games.models import Game, Invitation, Letter, Move, Player, Seat

STORY_MOVES = 60
"""A page shows the story of so many moves; the whole is a page of its own."""
OLD_GAMES = 20


@dataclass(frozen=True, slots=True)
class GameFacts:
    """What everybody may know of a game."""

    id: int
    key: str
    ruleset: str
    options: Mapping[str, str]
    seats: int
    hours_per_turn: int
    status: str
    ply: int
    organiser: str
    created_at: datetime
    started_at: datetime | None
    ended_at: datetime | None


@dataclass(frozen=True, slots=True)
class Person:
    """Who sits at a place. Nobody yet: no name."""

    number: int
    name: str
    bot: bool
    asked: bool
    taken: bool


@dataclass(frozen=True, slots=True)
class Reader:
    """Who reads a page or a letter, and how."""

    name: str
    email: str
    language: str
    time_zone: str


@dataclass(frozen=True, slots=True)
class StoryEntry:
    """One move as its reader may know it. `by` is deal, player, bot or deadline."""

    ply: int
    seat: int | None
    by: str
    made_at: datetime
    events: tuple[Event, ...]


@dataclass(frozen=True, slots=True)
class Choice:
    """A legal move: the text to post and the picks that lead to it."""

    text: str
    picks: tuple[Pick, ...]


@dataclass(frozen=True, slots=True)
class Table:
    """A game as one viewer sees it: a seat, or everybody for None."""

    game: GameFacts
    seat: int | None
    view: Any
    people: tuple[Person, ...]
    names: tuple[str, ...]
    asked: tuple[int, ...]
    deadline: datetime | None
    time_left: timedelta | None
    story: tuple[StoryEntry, ...]
    """What happened since the seat's own last move, oldest first; else the latest moves."""
    earlier: tuple[StoryEntry, ...]
    """What happened before that, oldest first, as far back as one page goes."""


@dataclass(frozen=True, slots=True)
class SeatTable(Table):
    """A seat's own table. `choices` is empty while others are asked."""

    reader: Reader
    choices: tuple[Choice, ...]
    my_turn: bool


@dataclass(frozen=True, slots=True)
class MyGame:
    """A line in a player's list."""

    game: GameFacts
    seat: int
    my_turn: bool
    mine: bool
    """Whether the player is the organiser."""
    waiting_for: tuple[str, ...]
    names: tuple[str, ...]
    free: int
    deadline: datetime | None


@dataclass(frozen=True, slots=True)
class Invited:
    """An invitation as the organiser sees it."""

    id: int
    email: str
    status: str
    sent: int


@dataclass(frozen=True, slots=True)
class Lobby:
    """A table before its start. Addresses and the shared link are the organiser's alone."""

    game: GameFacts
    people: tuple[Person, ...]
    my_seat: int | None
    mine: bool
    free: int
    """Places nobody sits on."""
    reserved: int
    """How many of the free ones are kept for people invited."""
    invitations: tuple[Invited, ...]
    join_token: str | None


@dataclass(frozen=True, slots=True)
class InvitationFacts:
    """What an invited person is shown before he answers."""

    game: GameFacts
    email: str
    status: str
    names: tuple[str, ...]
    known: bool
    """Whether the address plays here already, and so has said its name and time zone."""
    time_zone: str
    """The organiser's: the best guess for a newcomer."""


def seat_of(claim: SeatClaim, *, now: datetime) -> Seat:
    """Return the seat that a claim opens, with its player; raises BadLink."""
    rows = Seat.objects.select_related("player", "game").defer("game__state")
    seat = rows.filter(game_id=claim.game_id, number=claim.seat).first()
    if seat is None:
        raise BadLink
    links.require_open(claim, seat, seat.game, now=now)
    return seat


def own_seat(player: Player, key: str) -> Seat | None:
    """Return the seat of a signed-in player at a table, None if he has none."""
    rows = Seat.objects.select_related("player", "game").defer("game__state")
    return rows.filter(game__key=key, player=player).first()


def seat_table(seat: Seat, *, now: datetime) -> SeatTable:
    """Show a started game to one of its seats; raises NoSuchGame before the start."""
    game = _started(pk=seat.game_id)
    rules, viewer = ruleset(game.ruleset), EngineSeat(seat.number)
    state = rules.load(game.state)
    people = _people(game)
    entries, own_last = _story(game, rules, viewer)
    return SeatTable(
        game=_facts(game),
        seat=seat.number,
        view=rules.view(state, viewer),
        people=people,
        names=tuple(person.name for person in people),
        asked=tuple(game.to_act),
        deadline=game.deadline_at,
        time_left=_time_left(game, now),
        story=tuple(entry for entry in entries if entry.ply > own_last),
        earlier=tuple(entry for entry in entries if entry.ply <= own_last),
        reader=_reader_of_seat(seat),
        choices=tuple(
            Choice(rules.format(move), rules.picks(move))
            for move in rules.legal_moves(state, viewer)
        ),
        my_turn=seat.number in game.to_act,
    )


def public_table(key: str, *, now: datetime) -> Table:
    """Show a started game to everybody; raises NoSuchGame, also before the start."""
    game = _started(key=key)
    rules = ruleset(game.ruleset)
    people = _people(game)
    return Table(
        game=_facts(game),
        seat=None,
        view=rules.view(rules.load(game.state), None),
        people=people,
        names=tuple(person.name for person in people),
        asked=tuple(game.to_act),
        deadline=game.deadline_at,
        time_left=_time_left(game, now),
        story=_story(game, rules, None)[0],
        earlier=(),
    )


def story(key: str, seat: Seat | None = None) -> tuple[StoryEntry, ...]:
    """Tell a whole game as a seat, or everybody, may know it; raises NoSuchGame."""
    game = _started(key=key)
    viewer = None if seat is None else EngineSeat(seat.number)
    return tuple(_told(_moves(game).order_by("ply"), ruleset(game.ruleset), viewer))


def status_of(key: str) -> str:
    """Say whether a game is open, active, finished or cancelled; raises NoSuchGame."""
    status = Game.objects.filter(key=key).values_list("status", flat=True).first()
    if status is None:
        raise NoSuchGame
    return status


def my_games(player: Player) -> tuple[MyGame, ...]:
    """List a player's games, those that wait for him first, then by deadline; old ones are few."""
    rows = (
        Seat.objects.filter(player=player)
        .exclude(game__status=Game.Status.CANCELLED)
        .select_related("game__organiser")
        .defer("game__state")
        .prefetch_related("game__places")
    )
    running = sorted(rows.filter(game__ended_at__isnull=True), key=_urgency)
    ended = rows.filter(game__ended_at__isnull=False).order_by("-game__ended_at")[:OLD_GAMES]
    return tuple(_my_game(seat) for seat in (*running, *ended))


def lobby(key: str, player: Player | None) -> Lobby:
    """Show a table before its start; raises NoSuchGame."""
    game = _game(key=key)
    mine = player is not None and game.organiser_id == player.pk
    people = _people(game)
    invitations = tuple(game.invitations.order_by("created_at", "pk"))
    return Lobby(
        game=_facts(game),
        people=people,
        my_seat=None if player is None else _number_of(player, game),
        mine=mine,
        free=sum(not person.taken for person in people),
        reserved=sum(row.status == Invitation.Status.PENDING for row in invitations),
        invitations=tuple(Invited(row.id, row.email, row.status, row.sent) for row in invitations)
        if mine
        else (),
        join_token=links.mint_join(game) if mine else None,
    )


def join_page(claim: JoinClaim) -> Lobby:
    """Show a table to who came by its shared link; raises BadLink."""
    key = Game.objects.filter(pk=claim.game_id, join_epoch=claim.epoch).values_list(
        "key", flat=True
    )
    if not key:
        raise BadLink
    return lobby(key[0], None)


def invitation_page(claim: InvitationClaim) -> InvitationFacts:
    """Show a table to who was invited; raises BadLink."""
    rows = Invitation.objects.select_related("game__organiser").defer("game__state")
    row = rows.filter(pk=claim.invitation_id, epoch=claim.epoch).first()
    if row is None:
        raise BadLink
    names = tuple(person.name for person in _people(row.game) if person.taken)
    return InvitationFacts(
        game=_facts(row.game),
        email=row.email,
        status=row.status,
        names=names,
        known=Player.objects.filter(email=row.email).exists(),
        time_zone=row.game.organiser.time_zone,
    )


def reader_of(letter: Letter) -> Reader:
    """Say who gets a letter; somebody unknown is written to as the one who caused it."""
    if letter.seat is not None:
        return _reader_of_seat(letter.seat)
    known = Player.objects.filter(email=letter.email).first()
    if known is not None:
        return _reader(known)
    if letter.sign_in is not None:
        return Reader("", letter.email, letter.sign_in.language, "UTC")
    game = letter.game
    assert game is not None, "only a sign-in belongs to no game"
    return Reader("", letter.email, game.organiser.language, game.organiser.time_zone)


def _game(**which: object) -> Game:
    row = Game.objects.select_related("organiser").filter(**which).first()
    if row is None:
        raise NoSuchGame
    return row


def _started(**which: object) -> Game:
    return _game(status__in=(Game.Status.ACTIVE, Game.Status.FINISHED), **which)


def _facts(game: Game) -> GameFacts:
    return GameFacts(
        id=game.pk,
        key=game.key,
        ruleset=game.ruleset,
        options=game.options,
        seats=game.seats,
        hours_per_turn=game.hours_per_turn,
        status=game.status,
        ply=game.ply,
        organiser=game.organiser.name,
        created_at=game.created_at,
        started_at=game.started_at,
        ended_at=game.ended_at,
    )


def _people(game: Game) -> tuple[Person, ...]:
    places = sorted(game.places.all(), key=lambda seat: seat.number)
    return tuple(
        Person(seat.number, name, seat.bot, seat.number in game.to_act, seat.taken)
        for seat, name in zip(places, _names(places), strict=True)
    )


def _names(places: Sequence[Seat]) -> list[str]:
    # Two people of one name at a table are told apart by their seats.
    often = Counter(seat.name for seat in places)
    return [
        f"{seat.name} @{seat.number + 1}" if seat.name and often[seat.name] > 1 else seat.name
        for seat in places
    ]


def _time_left(game: Game, now: datetime) -> timedelta | None:
    return None if game.deadline_at is None else max(game.deadline_at - now, timedelta())


def _story(
    game: Game, rules: Ruleset[Any, Any, Any], viewer: EngineSeat | None
) -> tuple[tuple[StoryEntry, ...], int]:
    latest = list(_moves(game).order_by("-ply")[:STORY_MOVES])[::-1]
    # A move that the clock made is news to the seat it was made for.
    own = (
        move.ply
        for move in reversed(latest)
        if viewer is not None and move.seat == viewer and move.by == Move.By.PLAYER
    )
    return tuple(_told(latest, rules, viewer)), next(own, -1)


class _Row(NamedTuple):
    # Not the whole move: the notation stays in the database, it names cards that others must not
    # know of, and plain rows are read in a third of the time that model instances take.
    ply: int
    seat: int | None
    by: str
    made_at: datetime
    events: list[Any]


def _moves(game: Game) -> QuerySet[Move, _Row]:
    return game.moves.values_list(*_Row._fields, named=True)


def _told(
    moves: Iterable[_Row], rules: Ruleset[Any, Any, Any], viewer: EngineSeat | None
) -> Iterator[StoryEntry]:
    for move in moves:
        facts = (rules.load_event(data).seen_by(viewer) for data in move.events)
        events = tuple(fact for fact in facts if fact is not None)
        yield StoryEntry(move.ply, move.seat, move.by, move.made_at, events)


def _my_game(seat: Seat) -> MyGame:
    game = seat.game
    people = _people(game)
    return MyGame(
        game=_facts(game),
        seat=seat.number,
        my_turn=seat.number in game.to_act,
        mine=game.organiser_id == seat.player_id,
        waiting_for=tuple(person.name for person in people if person.asked),
        names=tuple(person.name for person in people if person.taken),
        free=sum(not person.taken for person in people),
        deadline=game.deadline_at,
    )


def _urgency(seat: Seat) -> tuple[bool, bool, datetime]:
    game = seat.game
    asked = seat.number in game.to_act
    return not asked, game.deadline_at is None, game.deadline_at or game.created_at


def _number_of(player: Player, game: Game) -> int | None:
    return next((seat.number for seat in game.places.all() if seat.player_id == player.pk), None)


def _reader_of_seat(seat: Seat) -> Reader:
    assert seat.player is not None, "bots read nothing"
    return _reader(seat.player)


def _reader(player: Player) -> Reader:
    return Reader(player.name, player.email, player.language, player.time_zone)
