"""The end of a round: who won it, what each seat gets, and who may steal in which order."""

from collections.abc import Iterator

from engine.api import Outcome, RoundScore, Seat
from engine.decks.saboteur2 import LESS, SHARES, SMALLEST_SHARE
from engine.maze import grid
from engine.parts.gold import most_wins
from engine.rulesets.saboteur2.cards import (
    BLUE,
    BOSS,
    CRYSTALS,
    GEOLOGIST,
    GOLD_KIND,
    GREEN,
    PROFITEER,
    SABOTEUR,
    TEAM_TILES,
)
from engine.rulesets.saboteur2.state import RoundResult, State


def result(state: State, finder: Seat | None) -> RoundResult:
    """Work out who won a round that just ended and what everybody gets, before any theft."""
    won_by, winners = _winners(state, finder)
    share = SHARES.get(len(winners), SMALLEST_SHARE)
    crystals = visible_crystals(state)
    paid = _crystal_gold(state, crystals)
    for seat in winners:
        # Ruling 40: never below nothing.
        paid[seat] = max(0, share - LESS.get(state.roles[seat], 0))
    trapped = tuple(Seat(at) for at, is_trapped in enumerate(state.trapped) if is_trapped)
    return RoundResult(
        won_by, finder, state.roles, trapped, winners, share, crystals, tuple(paid), ()
    )


def _winners(state: State, finder: Seat | None) -> tuple[str, tuple[Seat, ...]]:
    """Name the winning side and everybody among whom the treasure is shared (ruling 39)."""
    if finder is None:
        saboteurs = _free(state, SABOTEUR)
        if saboteurs:
            return "saboteurs", _free(state, SABOTEUR, PROFITEER)
        # Rulings 37, 42 and 75: without a saboteur nobody but the profiteer has won.
        return _loners(_free(state, PROFITEER))
    teams = _winning_teams(state, finder)
    if teams:
        won_by = "both" if len(teams) > 1 else teams[0]
        # Ruling 74: the boss and the profiteer share even if nobody of the team is there.
        return won_by, _free(state, *teams, BOSS, PROFITEER)
    if state.config.literal_profiteer and not _free(state, BOSS):
        # Ruling 38b, the literal text: alone, the profiteer must have reached it himself.
        return _loners(tuple(seat for seat in _free(state, PROFITEER) if seat == finder))
    return _loners(_free(state, BOSS, PROFITEER))


def _loners(winners: tuple[Seat, ...]) -> tuple[str, tuple[Seat, ...]]:
    return ("loners" if winners else "nobody"), winners


def _free(state: State, *roles: str) -> tuple[Seat, ...]:
    """List who has one of these dwarves and is not trapped (rulings 39 and 43)."""
    return tuple(
        Seat(at) for at, role in enumerate(state.roles) if role in roles and not state.trapped[at]
    )


def _winning_teams(state: State, finder: Seat) -> tuple[str, ...]:
    """List the teams that win, given whose card reached the treasure (rulings 34 and 35)."""
    with_way = tuple(team for team in (BLUE, GREEN) if has_way(state, team))
    role = state.roles[finder]
    if role in (BLUE, GREEN) and len(with_way) > 1:
        return (role,)
    return with_way


def has_way(state: State, team: str) -> bool:
    """Tell whether a team can walk to the treasure through no foreign door (rulings 33 and 79)."""
    gold = next(cell for cell, kind in state.goals if kind == GOLD_KIND)
    return gold in grid.trace(state.maze._replace(tiles=TEAM_TILES[team])).lit


def visible_crystals(state: State) -> int:
    """Count the crystals in the maze, connected or not (ruling 44)."""
    return sum(placed >> 1 in CRYSTALS for placed in state.maze.cards.values())


def _crystal_gold(state: State, crystals: int) -> list[int]:
    """Pay the geologists; two of them share and what is odd is lost (rulings 44 and 45)."""
    geologists = _free(state, GEOLOGIST)
    if state.config.paid_geologist:
        geologists = tuple(Seat(at) for at, role in enumerate(state.roles) if role == GEOLOGIST)
    paid = [0] * state.config.seats
    for seat in geologists:
        paid[seat] = crystals // len(geologists)
    return paid


def thieves(state: State) -> Iterator[Seat]:
    """Name who may steal: the last who laid a theft, then clockwise; the trapped may not.

    Ruling 76: the last among those who may still use theirs.
    """
    usable = [seat for seat in state.thefts if not state.trapped[seat]]
    seats = state.config.seats
    for step in range(seats) if usable else ():
        seat = Seat((usable[-1] + step) % seats)
        if seat in usable:
            yield seat


def outcome(state: State) -> Outcome | None:
    """Tell the end result, or None while the game goes on."""
    return None if state.asked is not None else most_wins(state.gold, even_nothing=True)


def rounds(state: State) -> tuple[RoundScore, ...]:
    """Tell the finished rounds; a round is finished when the last thief has been asked."""
    finished = state.results[:-1] if state.thieves else state.results
    return tuple(RoundScore(result.roles, _net(result)) for result in finished)


def _net(result: RoundResult) -> tuple[int, ...]:
    gold = list(result.paid)
    for thief, victim in result.thefts:
        gold[thief] += 1
        gold[victim] -= 1
    return tuple(gold)
