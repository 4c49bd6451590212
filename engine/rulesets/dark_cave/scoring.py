"""The end of the game: what each clan's treasure is worth and who has won."""

from engine.api import Outcome, RoundScore, Seat
from engine.decks.dark_cave import CLANS
from engine.rulesets.dark_cave.sights import RoundSight
from engine.rulesets.dark_cave.state import State

NOBODY = "nobody"


def result(state: State) -> RoundSight:
    """Count the gold that was carried out, times the dwarves that worked for the other clan."""
    dealt, works_for = state.clans[: state.config.seats], _sides(state)
    saved = tuple(dwarf.gold if dwarf.place is None else 0 for dwarf in state.dwarves)
    blue, yellow = (
        sum(gold for gold, clan in zip(saved, works_for, strict=True) if clan == name)
        for name in CLANS
    )
    # Dwarves left in the cave lose their gold but are counted (ruling 17).
    times = works_for.count(CLANS[1]), works_for.count(CLANS[0])
    treasure = blue * times[0], yellow * times[1]
    return RoundSight(
        ended=state.ended,
        won_by=_winner(treasure, [works_for[seat] for seat in state.left]),
        clans=tuple(clan.clan for clan in dealt),
        roles=tuple(clan.role for clan in dealt),
        aside=aside(state),
        left=state.left,
        saved=saved,
        gold=(blue, yellow),
        times=times,
        treasure=treasure,
    )


def aside(state: State) -> tuple[str, ...]:
    """Write the clan cards that nobody was dealt."""
    return tuple(" ".join(clan) for clan in state.clans[state.config.seats :])


def _winner(treasure: tuple[int, int], left: list[str]) -> str:
    """Name the richer clan; a tie goes to the clan for which a dwarf was out first."""
    blue, yellow = treasure
    if blue != yellow:
        return CLANS[yellow > blue]
    return left[0] if left else NOBODY


def final_result(state: State, final: RoundSight) -> Outcome:
    """Give each seat the treasure of the clan it worked for; nobody wins if nobody got out."""
    sides = _sides(state)
    scores = tuple(final.treasure[CLANS.index(clan)] for clan in sides)
    winners = (Seat(at) for at, clan in enumerate(sides) if final.won_by == clan)
    return Outcome(frozenset(winners), scores)


def _sides(state: State) -> tuple[str, ...]:
    return tuple(clan.works_for for clan in state.clans[: state.config.seats])


def outcome(state: State) -> Outcome | None:
    """Tell the end result, or None while the game goes on."""
    return final_result(state, result(state)) if state.ended else None


def rounds(state: State) -> tuple[RoundScore, ...]:
    """Tell the one round once it is finished: characters, gold carried out, clans worked for."""
    if not state.ended:
        return ()
    final = result(state)
    return (RoundScore(final.roles, final.saved, _sides(state)),)
