"""Ratings: Plackett-Luce with its defaults over rated games in order, one book a ruleset."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from math import sqrt
from statistics import fmean

from openskill.models import PlackettLuce, PlackettLuceRating

MU, SIGMA = 25.0, 25 / 3
LEAST_GAMES = 8
SURE = 5.0
"""With a greater sigma a rating is provisional."""

_MODEL = PlackettLuce(mu=MU, sigma=SIGMA, beta=25 / 6, kappa=0.0001, tau=25 / 300)


class Manner(StrEnum):
    """Who is rated against whom."""

    ALONE = "alone"
    """Every seat for itself, by gold: teams that change every round are no teams."""
    DUEL = "duel"
    CLANS = "clans"
    """Two teams; a model that adds strengths would make the larger one the favourite."""


_MANNERS = {
    "saboteur": Manner.ALONE,
    "saboteur2": Manner.ALONE,
    "duel": Manner.DUEL,
    "dark-cave": Manner.CLANS,
}
RATED = frozenset(_MANNERS)
"""The rulesets that have ratings."""
_BY_EDITION = {"saboteur"}


@dataclass(frozen=True, slots=True)
class Rating:
    """What is thought of somebody's strength, and after how many rated games."""

    mu: float = MU
    sigma: float = SIGMA
    games: int = 0

    @property
    def shown(self) -> int:
        """The number on pages."""
        return round(1000 + 40 * (self.mu - 3 * self.sigma))

    @property
    def is_provisional(self) -> bool:
        """Whether it is shown in grey and not ranked."""
        return self.games < LEAST_GAMES or self.sigma > SURE


@dataclass(frozen=True, slots=True)
class Seat:
    """A seat of a rated game. It is its player's `own` if nobody else ever played it, no bot is."""

    player: str
    score: int = 0
    side: str | None = None
    won: bool = False
    own: bool = True


@dataclass(frozen=True, slots=True)
class Game:
    """A game that may be rated. `ended`: of a shared deal, when its last table had ended."""

    id: str
    ended: datetime
    manner: Manner
    seats: tuple[Seat, ...]


@dataclass(frozen=True, slots=True)
class Rated:
    """What a game made of its players' ratings; empty if fewer than two could be compared."""

    game: str
    after: Mapping[str, Rating]


def manner(ruleset: str) -> Manner | None:
    """Say how a ruleset is rated, if it is at all."""
    return _MANNERS.get(ruleset)


def book(ruleset: str, edition: str) -> str:
    """Name the book of a ruleset's ratings; each edition of the first box has its own."""
    return f"{ruleset}/{edition}" if ruleset in _BY_EDITION else ruleset


def is_rated(ruleset: str, *, annulled: bool, adjudicated: bool, practice: bool) -> bool:
    """Tell whether a finished game is rated."""
    return manner(ruleset) is not None and not (annulled or adjudicated or practice)


def rated(game: Game, ratings: Mapping[str, Rating]) -> Rated:
    """Rate one game; who has no rating yet starts with the default."""
    seats = [seat for seat in game.seats if seat.own]
    before = {seat.player: ratings.get(seat.player, Rating()) for seat in seats}
    if game.manner is Manner.CLANS:
        new = _clans(seats, before)
    else:
        new = _alone(seats, before, by_winner=game.manner is Manner.DUEL)
    return Rated(
        game.id,
        {
            player: Rating(one.mu, one.sigma, before[player].games + 1)
            for player, one in new.items()
        },
    )


def sequence(games: Iterable[Game], ratings: Mapping[str, Rating]) -> Iterator[Rated]:
    """Rate games one after the other in order of their end, then id, upon what stood before."""
    now = dict(ratings)
    for game in sorted(games, key=lambda game: (game.ended, game.id)):
        step = rated(game, now)
        now.update(step.after)
        yield step


def standing(steps: Iterable[Rated]) -> dict[str, Rating]:
    """Say everybody's rating after these games, from which a correction goes on."""
    now: dict[str, Rating] = {}
    for step in steps:
        now.update(step.after)
    return now


def _alone(
    seats: list[Seat], before: Mapping[str, Rating], *, by_winner: bool
) -> dict[str, PlackettLuceRating]:
    if len(seats) < 2:
        return {}
    judged = by_winner and any(seat.won for seat in seats)
    scores = [float(seat.won if judged else seat.score) for seat in seats]
    teams = _MODEL.rate([[_model(before[seat.player])] for seat in seats], scores=scores)
    return {seat.player: team[0] for seat, team in zip(seats, teams, strict=True)}


def _clans(seats: list[Seat], before: Mapping[str, Rating]) -> dict[str, PlackettLuceRating]:
    sides = sorted({seat.side for seat in seats if seat.side is not None})
    if len(sides) < 2:
        return {}
    members = [[seat for seat in seats if seat.side == side] for side in sides]
    all_of_them = [before[seat.player] for team in members for seat in team]
    phantom = Rating(
        fmean(one.mu for one in all_of_them),
        sqrt(fmean(one.sigma**2 for one in all_of_them)),
    )
    most = max(len(team) for team in members)
    teams = _MODEL.rate(
        [
            [_model(before[seat.player]) for seat in team]
            + [_model(phantom) for _ in range(most - len(team))]
            for team in members
        ],
        scores=[float(any(seat.won for seat in team)) for team in members],
    )
    return {
        seat.player: new
        for team, ratings in zip(members, teams, strict=True)
        for seat, new in zip(team, ratings, strict=False)  # phantoms are not updated
    }


def _model(rating: Rating) -> PlackettLuceRating:
    return _MODEL.rating(mu=rating.mu, sigma=rating.sigma)
