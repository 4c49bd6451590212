"""Who somebody is and what ties him to a game or a person. Reads only, and anew each time."""

from collections import Counter
from collections.abc import Collection, Iterable, Mapping
from datetime import datetime, timedelta

from django.db.models import Min, Q, QuerySet

from games.leagues.selectors.tables import sat_at
from games.limits import rules as limits
from games.models import (
    Act,
    Asked,
    Director,
    Entrant,
    Errand,
    Game,
    Invitation,
    Kept,
    League,
    LeagueTable,
    Offer,
    Part,
    Player,
    Season,
    Seat,
)
from games.models import Role as Row
from games.moderation.rules.matrix import Relation, Role
from games.selectors import deals
from games.selectors.organizing import organizes
from games.signals.selectors import household


def roles_of(player: Player) -> frozenset[Role]:
    """Tell what somebody is on the whole site. A superuser's flag counts as a host's role."""
    if not player.email:
        return frozenset()
    kinds = Row.objects.filter(player=player, ended_at=None).values_list("kind", flat=True)
    flag = {Role.HOST} if player.is_superuser else set()
    return frozenset({Role.PLAYER, *map(Role, kinds), *flag})


def roles_at(player: Player, game: Game) -> frozenset[Role]:
    """The same with what he is at a game: its organiser, a director of its league."""
    known = roles_of(player)
    mine = {Role.ORGANISER} if organizes(player, game) else set()
    if Role.PLAYER in known and Game.objects.filter(directed_by(player), pk=game.pk).exists():
        mine.add(Role.DIRECTOR)
    return known | mine


def directed_by(player: Player) -> Q:
    """Find the games of leagues that somebody directs."""
    there = Director.objects.filter(player=player, ended_at=None).values("league")
    return Q(league_table__round__division__season__league__in=there)


def relation_to(player: Player, game: Game) -> Relation:
    """Say what ties somebody to a game."""
    return tied_to(player, [game.pk]).get(game.pk, Relation.NONE)


def tied_to(player: Player, games: list[int]) -> dict[int, Relation]:
    """Say which of these games a player is tied to: they play there, or in its league."""
    people = with_household(player)
    found = Game.objects.filter(played_by(people), pk__in=games).values_list("pk", flat=True)
    seasons = Entrant.objects.filter(player__in=people).exclude(status=Entrant.Status.DECLINED)
    beside = LeagueTable.objects.filter(
        Q(round__division__season__in=seasons.values("season"))
        | Q(round__division__season__league__in=leagues_of(people)),
        game__in=games,
    )
    in_league = dict.fromkeys(beside.values_list("game", flat=True), Relation.LEAGUE)
    return in_league | dict.fromkeys(found, Relation.PLAYS)


def strange_games(player: Player, keys: Collection[str]) -> frozenset[str]:
    """Keep the games that nothing ties a player to."""
    games = dict(Game.objects.filter(key__in=keys).values_list("pk", "key"))
    tied = tied_to(player, list(games))
    return frozenset(key for pk, key in games.items() if pk not in tied)


def leagues_of(people: Collection[int]) -> "QuerySet[League]":
    """Find the leagues that one of some people plays in (moderation.md 1, relation l).

    They have an entry in a season that is not closed, sat at one of its tables for somebody else,
    or are on the league's list of substitutes.
    """
    runs = Season.objects.exclude(status__in=(Season.Status.CLOSED, Season.Status.CANCELLED))
    entries = Entrant.objects.filter(player__in=people).exclude(status=Entrant.Status.DECLINED)
    here = Q(pk__in=entries.values("season")) | Q(divisions__rounds__tables__in=sat_at(people))
    on_the_list = Q(reserves__player__in=people)
    return League.objects.filter(Q(pk__in=runs.filter(here).values("league")) | on_the_list)


def ties(player: Player) -> Q:
    """Find the games that somebody or his household plays in, ever played in, or is invited to."""
    return played_by(with_household(player))


def played_by(people: Collection[int]) -> Q:
    """Find the games that one of some people plays in, ever played in, or is invited to.

    Who plays a deal is no stranger at any table that plays it too.
    """
    addresses = Player.objects.filter(pk__in=people, email__isnull=False).values("email")
    pending = Invitation.objects.filter(status=Invitation.Status.PENDING, email__in=addresses)
    asked = Asked.objects.filter(email__in=addresses, offer__closed_at=None)
    return Q(
        pk__in=Seat.objects.filter(player__in=people)
        .values("game")
        .union(
            Offer.objects.filter(player__in=people).values("game"),
            Offer.objects.filter(taken_by__in=people).values("game"),
            Kept.objects.filter(player__in=people).values("game"),
            Part.objects.filter(player__in=people).values("game"),
            pending.values("game"),
            asked.values("offer__game"),
            deals.of_people(people).values("pk"),
        )
    )


def relation_to_person(player: Player, person: Player) -> Relation:
    """Say what ties somebody to a person: he or his household is it, or shares a running game."""
    return relation_to_people(player, [person.pk])


def relation_to_people(player: Player, people: Collection[int]) -> Relation:
    """Say what ties somebody to any of some people."""
    return Relation.PLAYS if near(player).filter(pk__in=people).exists() else Relation.NONE


def near(player: Player) -> "QuerySet[Player]":
    """Find the people to whom somebody is tied: himself, his household, who plays with them now."""
    return near_to(with_household(player))


def seats_beside(player: Player, person: Player) -> list[Seat]:
    """List the seats of a person at tables that run and where somebody or his household plays."""
    mine = Seat.objects.filter(player__in=with_household(player)).values("game")
    beside = Seat.objects.filter(player=person, game__status=Game.Status.ACTIVE, game__in=mine)
    return list(beside.order_by("game"))


def near_to(mine: Collection[int]) -> "QuerySet[Player]":
    """Find the people to whom one of some people is tied, themselves among them."""
    running = Seat.objects.filter(player__in=mine, ended_at=None).values("game")
    with_them = Seat.objects.filter(ended_at=None, game__in=running, player__isnull=False)
    return Player.objects.filter(Q(pk__in=mine) | Q(pk__in=with_them.values("player")))


def with_household(player: Player) -> frozenset[int]:
    """Name who counts as somebody where he is asked what ties him."""
    return household(player) | {player.pk}


def seconds_to(first: Player, people: Iterable[Player]) -> list[Player]:
    """Keep those who may be the second person after `first` (moderation.md 2).

    Neither a player of the same household nor an account at the same mailbox is another person.
    """
    living, theirs = with_household(first), mailbox_of(first)
    return [each for each in people if each.pk not in living and mailbox_of(each) != theirs]


def mailbox_of(player: Player) -> str:
    """Name the mailbox of a player, without a tag or dots.

    Dots count nowhere here: to take two people for one costs no more than asking a third.
    """
    local, _at, domain = limits.mailbox(player.email or "").rpartition("@")
    return f"{local.replace('.', '')}@{domain}"


def relation_to_site(player: Player) -> Relation:
    """Say what ties somebody to all games that run: that he or his household plays one of them."""
    plays = Seat.objects.filter(player__in=with_household(player), game__status=Game.Status.ACTIVE)
    return Relation.PLAYS if plays.exists() else Relation.NONE


def holders(act_roles: frozenset[Role]) -> list[Player]:
    """List who holds one of these roles of the site."""
    rows = Row.objects.filter(kind__in=act_roles, ended_at=None).values("player")
    hosts = Q(is_superuser=True) if Role.HOST in act_roles else Q()
    return list(Player.objects.filter(Q(pk__in=rows) | hosts, email__isnull=False).order_by("pk"))


def sits_alone(player: Player, key: str) -> bool:
    """Tell whether somebody sits at a table with bots only, so that there is nobody to ask."""
    people = Seat.objects.filter(game__key=key, player__isnull=False)
    return list(people.values_list("player", flat=True)) == [player.pk]


def sits_with_others(player: Player, key: str) -> bool:
    """Tell whether somebody sits at a table with other people, so that it can agree on things."""
    people = Seat.objects.filter(game__key=key, player__isnull=False)
    numbers = list(people.values_list("player", flat=True))
    return player.pk in numbers and len(numbers) > 1


def paused_by_organiser(game: Game) -> timedelta:
    """Sum up how long its organiser has paused a game, by what he announced."""
    acts = game.entries.filter(act="paused").values_list("said", "made_at")
    mine = ((said, at) for said, at in acts if not said.get("agreed") and not said.get("moderated"))
    return sum((datetime.fromisoformat(said["until"]) - at for said, at in mine), timedelta())


def hours_by_organiser(game: Game, seat: int) -> int:
    """Sum up the hours that its organiser gave a seat of a game."""
    given = game.entries.filter(act="extended", seat=seat).values_list("said", flat=True)
    return sum(said["hours"] for said in given if not said.get("moderated"))


def hours_given(game: Game) -> int:
    """Sum up the hours by which deadlines of a game were moved, one act after the other."""
    own = Q(game=game) | Q(pk__in=Errand.objects.filter(game=game).exclude(seats=[]).values("act"))
    acts = Act.objects.filter(own, key__startswith="extend-", stage=Act.Stage.DONE)
    typed = acts.values_list("asked", flat=True)
    return sum(map(_hours, typed))


def most_hours_given() -> int:
    """Say by how many hours, at most, deadlines of any one game that runs were moved."""
    running = Game.objects.filter(status=Game.Status.ACTIVE)
    acts = Act.objects.filter(key__startswith="extend-", stage=Act.Stage.DONE)
    alone: Counter[int | None] = Counter()
    for game, asked in acts.filter(game__in=running).values_list("game", "asked"):
        alone[game] += _hours(asked)
    since = running.aggregate(at=Min("started_at"))["at"]
    of_all = acts.filter(game=None, done_at__gte=since) if since else acts.none()
    in_all = sum(_hours(asked) for asked in of_all.values_list("asked", flat=True))
    return max(alone.values(), default=0) + in_all


def _hours(asked: Mapping[str, str]) -> int:
    return int(asked["hours"]) * (-1 if asked.get("back") else 1)
