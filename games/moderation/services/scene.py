"""What an act is about, with who acts: read for a preview, or held for the doing."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from uuid import UUID

from games.cases import selectors as cases
from games.clocks.rules import breaks
from games.clocks.rules.table import Table
from games.clocks.services import keeping
from games.errors import NoSuchGame
from games.leagues.services import holding as leagues
from games.models import Act, Case, Entry, Game, Letter, Objection, Player, Seat, Signal
from games.moderation import selectors
from games.moderation.rules.matrix import UNTOLD, Relation, Role
from games.moderation.rules.refusals import NoSuch
from games.moderation.selectors import leagues as of_leagues
from games.moderation.selectors.leagues import Part
from games.sanctions import selectors as sanctions
from games.sanctions.rules import Kind as Bar
from games.services import locks, reading


@dataclass(frozen=True, slots=True)
class Scene:
    """Who acts, by what he is and what ties him to it, and what it is about."""

    by: Player
    now: datetime
    roles: frozenset[Role]
    relation: Relation
    _game: Game | None = None
    places: Sequence[Seat] = ()
    _table: Table | None = None
    _letter: Letter | None = None
    _person: Player | None = None
    _signal: Signal | None = None
    shared: Sequence[Seat] = ()
    """The seats of the person at tables that run and where who acts plays, too."""
    about_case: Case | None = None
    """The case that it is about, if it is about one."""
    about_objection: Objection | None = None
    """The same of an appeal."""
    about_league: Part | None = None
    """The season that it is about, or what is in it."""
    asked_by: Player | None = None
    """Who asked for it, where this is the second person who confirms it."""
    other: "Scene | None" = None
    """A second game that it changes."""
    row: Act | None = None
    """The act itself while it is done."""

    @property
    def reference(self) -> str:
        """Of the act that is being done; none before."""
        return self.row.reference if self.row else ""

    @property
    def about_game(self) -> Game | None:
        """The game that it is about, if it is about one."""
        return self._game

    @property
    def game(self) -> Game:
        """The game."""
        assert self._game is not None, "an act on a game"
        return self._game

    @property
    def table(self) -> Table:
        """The game's time."""
        assert self._table is not None, "an act on a game"
        return self._table

    @property
    def letter(self) -> Letter:
        """The letter."""
        assert self._letter is not None, "an act on a letter"
        return self._letter

    @property
    def person(self) -> Player:
        """The person."""
        assert self._person is not None, "an act on a person"
        return self._person

    @property
    def case(self) -> Case:
        """The case."""
        assert self.about_case is not None, "an act on a case"
        return self.about_case

    @property
    def objection(self) -> Objection:
        """The appeal."""
        assert self.about_objection is not None, "an act on an appeal"
        return self.about_objection

    @property
    def part(self) -> Part:
        """The season, or what is in it."""
        assert self.about_league is not None, "an act on a league"
        return self.about_league

    @property
    def signal(self) -> Signal:
        """The signal."""
        assert self._signal is not None, "an act on a signal"
        return self._signal

    @property
    def about_signal(self) -> bool:
        """Whether it is about a signal."""
        return self._signal is not None

    @property
    def about_person(self) -> bool:
        """Whether it is about a person."""
        return self._person is not None

    @property
    def own_seat(self) -> int | None:
        """Where the actor sits."""
        return next((at.number for at in self.places if at.player_id == self.by.pk), None)

    @property
    def people(self) -> list[Seat]:
        """The seats of people."""
        return [place for place in self.places if place.player_id is not None]

    def opened(self) -> "Scene":
        """The same as it will be when the pause of the frame has ended."""
        if self._table is None or not self._table.paused_until(self.now):
            return self
        return replace(self, _table=breaks.resume(self._table, now=self.now))


def of_game(key: str, *, by: Player, now: datetime, held: bool, beyond: str = "") -> Scene:
    """Read a game with all that an act on it needs, or hold it; raises NoSuch.

    With a second one, if its key is named: who acts must be as free there.
    """
    keys = [key]
    if beyond:
        # Always in one order, so that nobody waits in a circle.
        rows = Game.objects.filter(key__in=(key, beyond)).order_by("pk")
        keys = list(rows.values_list("key", flat=True))
    found = {each: _game(each, held=held) for each in keys}
    if not found.keys() >= {key, beyond or key}:
        raise NoSuch
    _hold([by], held=held)
    scenes = {each: _of_game(game, by, now, held=held) for each, game in found.items()}
    seen = replace(scenes.pop(key), other=next(iter(scenes.values()), None))
    return replace(seen, roles=roles_in(by, seen), relation=tie_in(by, seen))


def roles_in(player: Player, seen: Scene) -> frozenset[Role]:
    """Tell what somebody is in all that a scene is about."""
    if seen.about_league is not None:
        directs = of_leagues.directs(player, seen.about_league)
        return selectors.roles_of(player) | ({Role.DIRECTOR} if directs else set())
    if seen.about_game is None:
        return selectors.roles_of(player)
    roles = _roles_at(player, seen.game, seen.now)
    return roles & roles_in(player, seen.other) if seen.other else roles


def tie_in(player: Player, seen: Scene) -> Relation:
    """Say what ties somebody to what a scene is about, the strongest if that is two games."""
    if seen.about_game is not None:
        tie = selectors.relation_to(player, seen.game)
        return tie_in(player, seen.other) if seen.other and tie == Relation.NONE else tie
    if seen.about_league is not None:
        return of_leagues.relation_to(player, seen.about_league)
    if seen.about_person:
        return selectors.relation_to_person(player, seen.person)
    return selectors.relation_to_site(player)


def _game(key: str, *, held: bool) -> Game:
    try:
        return locks.game(key=key) if held else locks.seen(key)
    except NoSuchGame:
        raise NoSuch from None


def _of_game(game: Game, by: Player, now: datetime, *, held: bool) -> Scene:
    return Scene(
        by,
        now,
        frozenset(),
        Relation.NONE,
        _game=game,
        places=locks.people(game),
        _table=(keeping.take_up if held else keeping.seen)(game, now=now),
    )


def of_glass(key: str, *, by: Player, now: datetime, held: bool) -> Scene:
    """Read a game whose table shall notice nothing: no lock, no clock; raises NoSuch."""
    try:
        game = locks.seen(key)
    except NoSuchGame:
        raise NoSuch from None
    _hold([by], held=held)
    roles, tie = _roles_at(by, game, now), selectors.relation_to(by, game)
    return Scene(by, now, roles, tie, _game=game, places=locks.people(game))


def _roles_at(by: Player, game: Game, now: datetime) -> frozenset[Role]:
    """What somebody is at a game; who is banned organises nothing."""
    roles = selectors.roles_at(by, game)
    banned = Role.ORGANISER in roles and sanctions.runs(by, Bar.BAN, now=now)
    return roles - {Role.ORGANISER} if banned else roles


def of_letter(name: str, *, by: Player, now: datetime, held: bool) -> Scene:
    """Read a letter with its game, or hold both; raises NoSuch."""
    found = _letter(name)
    if found.game is not None:
        scene = of_game(found.game.key, by=by, now=now, held=held)
    else:
        reader = Player.objects.filter(email=found.email).first()
        _hold([by], held=held)
        tie = selectors.relation_to_person(by, reader) if reader else Relation.NONE
        scene = Scene(by, now, selectors.roles_of(by), tie)
    if held:
        Letter.objects.select_for_update(no_key=True).get(pk=found.pk)
        found = _letter(name)
    return replace(scene, _letter=found)


def _letter(name: str) -> Letter:
    try:
        return reading.whole([UUID(name)])[0]
    except (ValueError, IndexError):
        raise NoSuch from None


def of_person(key: str, *, by: Player, now: datetime, held: bool) -> Scene:
    """Read a person, or hold him; raises NoSuch."""
    person = Player.objects.filter(key=key, email__isnull=False).first()
    if person is None:
        raise NoSuch
    shared = selectors.seats_beside(by, person) if by != person else ()
    # Games are always held before people.
    games = {place.pk: locks.game(pk=place.game_id) for place in shared} if held else {}
    _hold([by, person], held=held)
    if held:
        person.refresh_from_db()
        for place in shared:
            place.game = games[place.pk]
    tie = selectors.relation_to_person(by, person)
    return Scene(by, now, selectors.roles_of(by), tie, _person=person, shared=shared)


def of_case(reference: str, *, by: Player, now: datetime, held: bool) -> Scene:
    """Read a case that the actor may know of, or hold it; raises NoSuch.

    Its game is locked first: a seat there may be taken from somebody.
    """
    found = cases.case(reference, by=by)
    if held:
        if found.game_id is not None:
            locks.game(pk=found.game_id)
        _hold([by, found.by, found.about], held=held)
        Case.objects.select_for_update(no_key=True).get(pk=found.pk)
        found = cases.case(reference, by=by)
    return Scene(by, now, selectors.roles_of(by), Relation.NONE, about_case=found)


def of_objection(reference: str, *, by: Player, now: datetime, held: bool) -> Scene:
    """Read an appeal that the actor may know of, or hold it; raises NoSuch."""
    found = cases.objection(reference, by=by)
    if held:
        game_id = found.case.game_id if found.case else None
        if game_id is not None:
            locks.game(pk=game_id)
        _hold([by, found.by], held=held)
        Objection.objects.select_for_update(no_key=True).get(pk=found.pk)
        found = cases.objection(reference, by=by)
    return Scene(by, now, selectors.roles_of(by), Relation.NONE, about_objection=found)


def of_signal(key: str, *, by: Player, now: datetime, held: bool) -> Scene:
    """Read a signal, or hold it; raises NoSuch."""
    _hold([by], held=held)
    rows = Signal.objects.select_related("one", "other").filter(key=key)
    found = (rows.select_for_update(of=("self",)) if held else rows).first()
    if found is None:
        raise NoSuch
    tie = selectors.relation_to_people(by, [found.one_id, found.other_id])
    return Scene(by, now, selectors.roles_of(by), tie, _signal=found)


def of_league(name: str, *, by: Player, now: datetime, held: bool) -> Scene:
    """Read a season or what is in it, or hold the season; raises NoSuch."""
    found = of_leagues.part(name)
    if found is None:
        raise NoSuch
    if held:
        # A season is always held before games, and those before people.
        leagues.season(found.season.pk)
    _hold([by], held=held)
    found = of_leagues.part(name) if held else found
    if found is None:
        raise NoSuch
    seen = Scene(by, now, frozenset(), Relation.NONE, about_league=found)
    return replace(seen, roles=roles_in(by, seen), relation=tie_in(by, seen))


SITE = "site"
"""The name of the whole site, for acts that are about no single thing."""


def of_site(name: str, *, by: Player, now: datetime, held: bool) -> Scene:
    """Read who acts on the whole site, or hold both; raises NoSuch.

    Nobody is in the middle of changing a game then. Who works through its games later locks them
    one by one, each in a transaction of its own.
    """
    if name != SITE:
        raise NoSuch
    if held:
        locks.whole_service()
    _hold([by], held=held)
    return Scene(by, now, selectors.roles_of(by), selectors.relation_to_site(by))


def _hold(people: Iterable[Player], *, held: bool) -> None:
    """Let nobody's roles change while an act is done: after the game, in one order."""
    if held:
        rows = Player.objects.select_for_update(no_key=True).order_by("pk")
        list(rows.filter(pk__in=[person.pk for person in people]))


def versions(scene: Scene, target: str, *, ply: bool) -> dict[str, object]:
    """Name how things stand, so that a preview of yesterday is known as stale.

    With every act on a game its record grows; with moves alone its ply does.
    """
    last = Act.objects.filter(target=target, stage=Act.Stage.DONE).exclude(key__in=UNTOLD)
    found: dict[str, object] = {"act": last.order_by("-pk").values_list("pk", flat=True).first()}
    if scene.about_league is not None:
        found["part"] = of_leagues.version(scene.about_league)
    for thing in (scene.about_case, scene.about_objection):
        if thing is not None:
            # A claim that ended or was taken over counts it on, too.
            found["version"] = thing.version
    if scene.about_game is not None:
        entries = Entry.objects.filter(game=scene.game).order_by("-pk")
        found |= {
            "status": scene.game.status,
            "entry": entries.values_list("pk", flat=True).first(),
            "holders": [place.player_id for place in scene.places],
        }
        if ply:
            found["ply"] = scene.game.ply
        if scene.other is not None:
            found["other"] = versions(scene.other, scene.other.game.key, ply=ply)
    return found
