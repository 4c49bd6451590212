"""What moderators' pages show: what a spectator sees, and how far letters got. Reads only.

Fields are named one by one: no secret column appears here by itself.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from uuid import UUID

from django.db.models import Q, QuerySet

from games import selectors
from games.cases import selectors as cases
from games.clocks.rules import store
from games.clocks.rules.showing import SeatClock
from games.glass.selectors import has_looked
from games.models import Act, Game, League, Letter, Move, Player, Sanction, Seat
from games.moderation.rules.matrix import STAFF, Relation, Role
from games.moderation.rules.refusals import Barred, NoSuch
from games.moderation.selectors import (
    directed_by,
    played_by,
    relation_to,
    relation_to_person,
    roles_at,
    roles_of,
    ties,
)
from games.sanctions import selectors as sanctions
from games.selectors import Act as Told
from games.selectors import GameFacts, Person, rows
from games.substitutes.selectors import Returnable, former

MOST = 20
"""So many rows a search shows: who looks for more says more."""
LETTERS = 40
LATELY = 20
RECENT = timedelta(hours=72)


@dataclass(frozen=True, slots=True)
class LetterLine:
    """A letter: of which kind, to whom, and how far it got."""

    id: UUID
    kind: str
    seat: int | None
    address: str
    """Masked; empty if it goes to a seat."""
    status: str
    error: str
    attempts: int
    created_at: datetime
    sent_at: datetime | None
    heard: str = ""
    """What was heard of it since it left."""
    heard_at: datetime | None = None
    game: str = ""
    """What its game is called; on the page of its reader."""


@dataclass(frozen=True, slots=True)
class Post:
    """How letters reach somebody: the latest, what is stopped, and where they do not arrive."""

    letters: tuple[LetterLine, ...]
    stopped: bool
    """Whether he wants none at all."""
    unreached: tuple[str, ...]
    """Names of his games in which his letters come back."""


@dataclass(frozen=True, slots=True)
class Done:
    """Something that was done to the table, as its record tells it."""

    at: datetime
    act: Told


@dataclass(frozen=True, slots=True)
class Moderated:
    """A game as moderators see it."""

    roles: frozenset[Role]
    """What the reader is here."""
    game: GameFacts
    people: tuple[Person, ...]
    names: tuple[str, ...]
    clocks: Sequence[SeatClock]
    paused_until: datetime | None
    letters: tuple[LetterLine, ...]
    done: tuple[Done, ...]
    """The latest first."""
    waiting: tuple[Act, ...]
    """What waits for a second person."""

    aside: bool
    """Whether it is being repaired."""

    lately: tuple[Act, ...]
    """Acts of the last hours, the latest first."""
    former: frozenset[int]
    """Seats that somebody had who could have them again."""
    forced: bool
    """Whether its last move was made by the clock or at somebody's word."""
    looked: bool
    """Whether the reader has seen hidden cards of it."""
    league: str
    """The key of its league; empty if it is of none."""

    @property
    def runs(self) -> bool:
        """Whether it has begun and is not over."""
        return self.game.status == Game.Status.ACTIVE


@dataclass(frozen=True, slots=True)
class FoundGame:
    """A game in a list."""

    key: str
    name: str
    ruleset: str
    status: str
    people: tuple[str, ...]
    deadline: datetime | None


@dataclass(frozen=True, slots=True)
class FoundPerson:
    """A person in a list."""

    key: str
    name: str
    address: str
    roles: tuple[str, ...]
    games: int
    """How many of his run."""


def require_staff(player: Player | None) -> Player:
    """Pass who holds a role of the staff; raises NoSuch."""
    if player is None or roles_of(player).isdisjoint(STAFF):
        raise NoSuch
    return player


def require_staff_at(player: Player, key: str) -> None:
    """Pass the staff of a game, its league's directors among them; raises NoSuch."""
    roles = roles_of(player)
    directs = Game.objects.filter(directed_by(player), key=key).exists()
    if roles.isdisjoint(STAFF) and not (directs and Role.PLAYER in roles):
        raise NoSuch


def masked(address: str | None) -> str:
    """Show enough of an address to tell people apart."""
    local, at, domain = (address or "").partition("@")
    return f"{local[:1]}…{local[-1:]}{at}{domain}" if at else ""


def games(term: str, *, by: Player) -> tuple[FoundGame, ...]:
    """Find games by key, by a part of a name, or by who is called so there; never his own."""
    named = Seat.objects.filter(name__icontains=term).values("game")
    meant = Q(key=term.lower()) | Q(name__icontains=term) | Q(pk__in=named)
    return _listed(Game.objects.filter(meant), by)


def games_of(person: Player, *, by: Player) -> tuple[FoundGame, ...]:
    """List the games of a person, but for those that the reader is tied to."""
    return _listed(Game.objects.filter(played_by([person.pk])), by)


def _listed(found: "QuerySet[Game]", by: Player) -> tuple[FoundGame, ...]:
    strange = found.exclude(ties(by)).defer("state", "time").prefetch_related("places")
    return tuple(
        FoundGame(
            key=game.key,
            name=game.name,
            ruleset=game.ruleset,
            status=game.status,
            people=tuple(place.name for place in game.places.all() if place.taken),
            deadline=game.deadline_at,
        )
        for game in strange.order_by("-pk")[:MOST]
    )


def people(term: str) -> tuple[FoundPerson, ...]:
    """Find people by a part of their name, or by their whole address."""
    meant = Q(name__icontains=term) | Q(email=term.lower())
    found = Player.objects.filter(meant, email__isnull=False).prefetch_related("roles", "places")
    return tuple(_person(player) for player in found.order_by("-pk")[:MOST])


def person(key: str) -> tuple[Player, FoundPerson]:
    """Find a person by the key of his page; raises NoSuch."""
    found = Player.objects.filter(key=key, email__isnull=False)
    for player in found.prefetch_related("roles", "places"):
        return player, _person(player)
    raise NoSuch


def sanctions_of(person: Player, *, by: Player) -> "Sequence[Sanction]":
    """List what was ever given to a person, the latest first; nothing to who is tied to him."""
    if relation_to_person(by, person) != Relation.NONE:
        return ()
    return list(Sanction.objects.filter(player=person).order_by("-begun_at", "pk"))


def seats_lost(row: Sanction, *, by: Player) -> tuple[Returnable, ...]:
    """List the seats that a sanction took, once it is over: but for games the reader is tied to."""
    lost = sanctions.seats_lost(row)
    foreign = Game.objects.filter(key__in=[seat.game for seat in lost]).exclude(ties(by))
    keys = set(foreign.values_list("key", flat=True))
    return tuple(seat for seat in lost if seat.game in keys)


def _person(player: Player) -> FoundPerson:
    running = [row.kind for row in player.roles.all() if row.ended_at is None]
    flag = ["host"] if player.is_superuser and "host" not in running else []
    return FoundPerson(
        key=player.key,
        name=player.name,
        address=masked(player.email),
        roles=(*running, *flag),
        games=sum(place.ended_at is None for place in player.places.all()),
    )


def moderated(key: str, *, by: Player, now: datetime) -> Moderated:
    """Show a game to staff who have nothing to do with it; raises NoSuch or Barred."""
    game = _game(key)
    if relation_to(by, game) != Relation.NONE:
        raise Barred
    return _moderated(game, by=by, now=now)


def agreeing(key: str, *, by: Player, now: datetime) -> Moderated:
    """Show a game to the page that offers what all who sit there agree to; raises NoSuch."""
    return _moderated(_game(key), by=by, now=now)


def _game(key: str) -> Game:
    found = Game.objects.filter(key=key).select_related("organiser").defer("state")
    game = found.prefetch_related("places").first()
    if game is None:
        raise NoSuch
    return game


def _moderated(game: Game, *, by: Player, now: datetime) -> Moderated:
    shown = rows.people(rows.places(game), game.to_act)
    paused, clocks = selectors.clocks(game, now=now) if game.started_at else (None, ())
    entries = game.entries.order_by("-pk")[:LATELY]
    return Moderated(
        roles=roles_at(by, game),
        game=rows.facts(game),
        people=shown,
        names=tuple(each.name for each in shown),
        clocks=clocks,
        paused_until=paused,
        letters=_letters(game),
        done=tuple(Done(row.made_at, Told(row.act, row.seat, row.said)) for row in entries),
        waiting=tuple(waiting(by=by, now=now).filter(game=game)),
        aside=game.stuck >= Game.SET_ASIDE,
        lately=_lately(game, now),
        former=frozenset(former(game)),
        forced=game.moves.filter(ply=game.ply, by__in=Move.FORCED).exists(),
        looked=has_looked(by, game),
        league=_league_of(game),
    )


def _league_of(game: Game) -> str:
    found = League.objects.filter(seasons__divisions__rounds__tables__game=game)
    return found.values_list("key", flat=True).first() or ""


def _lately(game: Game, now: datetime) -> tuple[Act, ...]:
    """List what was done lately and not taken back since."""
    done = Act.objects.filter(game=game, stage=Act.Stage.DONE, done_at__gt=now - RECENT)
    return _standing(done)


def _standing(done: "QuerySet[Act]") -> tuple[Act, ...]:
    rows = list(done.order_by("-pk"))
    back = {row.asked.get("back") for row in rows}
    return tuple(row for row in rows if row.reference not in back)


def lately_on_the_site(*, now: datetime) -> tuple[Act, ...]:
    """List what was done lately to the whole site and not taken back since."""
    done = Act.objects.filter(target="site", stage=Act.Stage.DONE, done_at__gt=now - RECENT)
    return _standing(done)


def waiting(*, by: Player, now: datetime) -> "QuerySet[Act]":
    """Find what waits for a second person, the oldest first; nothing where the reader plays."""
    found = Act.objects.filter(stage=Act.Stage.ASKED, made_at__gt=now - Act.LIFE)
    strange = found.exclude(game__in=Game.objects.filter(ties(by))).exclude(role=Role.TABLE)
    strange = strange.exclude(
        Q(key="close-report") & ~Q(target__in=cases.cases(by).values("reference"))
    )
    return strange.select_related("game").defer("game__state").order_by("made_at")


def put_to_the_table(game: str, *, now: datetime) -> "QuerySet[Act]":
    """Find what all at a table are asked, the oldest first."""
    found = Act.objects.filter(game__key=game, role=Role.TABLE, stage=Act.Stage.ASKED)
    return found.filter(made_at__gt=now - Act.LIFE).order_by("made_at")


def act_of(reference: str) -> Act:
    """Find an act by its reference; raises NoSuch."""
    found = Act.objects.filter(reference=reference).select_related("game", "actor").first()
    if found is None:
        raise NoSuch
    return found


def post_of(person: Player, *, by: Player) -> Post | None:
    """Show how letters reach a person, but of games that the reader is tied to; None to who is
    tied to him.

    What was decided about him or told to him of a case is none of these letters.
    """
    if relation_to_person(by, person) != Relation.NONE:
        return None
    strange = Game.objects.exclude(ties(by))
    his = Letter.objects.filter(Q(email=person.email) | Q(seat__player=person))
    plain = his.filter(case=None, objection=None, sanction=None)
    seen = plain.filter(Q(game=None) | Q(game__in=strange)).select_related("seat", "game")
    running = strange.filter(places__player=person, status=Game.Status.ACTIVE).order_by("pk")
    return Post(
        letters=tuple(
            replace(_line(row), game=row.game.name if row.game else "")
            for row in seen.defer("game__state").order_by("-created_at", "pk")[:LETTERS]
        ),
        stopped=person.subscriptions.filter(game=None, stopped=True).exists(),
        unreached=tuple(
            game.name
            for game in running.defer("state").prefetch_related("places")
            if _is_unreached(game, person)
        ),
    )


def _is_unreached(game: Game, person: Player) -> bool:
    seats = store.load(game.time).seats
    return any(
        seats[place.number].unreached for place in game.places.all() if place.player_id == person.pk
    )


def _letters(game: Game) -> tuple[LetterLine, ...]:
    found = game.letters.select_related("seat").order_by("-created_at", "pk")[:LETTERS]
    return tuple(map(_line, found))


def _line(row: Letter) -> LetterLine:
    return LetterLine(
        id=row.pk,
        kind=row.kind,
        seat=row.seat.number if row.seat else None,
        address=masked(row.email),
        status=row.status,
        error=row.error,
        heard=row.heard,
        heard_at=row.heard_at,
        attempts=row.attempts,
        created_at=row.created_at,
        sent_at=row.sent_at,
    )
