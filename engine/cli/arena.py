"""`arena`: let bots play many games against each other, and print who wins how often.

Compared bots play the same deals from the same seats. A number after ± is half of the 95 %
confidence interval.
"""

import argparse
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from math import sqrt
from statistics import median
from time import process_time
from typing import Any

from engine.api import AnyRuleset, Event, RoundScore, Seat
from engine.bots.course import told
from engine.cli.partners import NAMES, brain
from engine.cli.tables import options_of
from engine.parts.facts import ToolBroken
from engine.registry import RULESETS, ruleset
from engine.rng import SEED_BYTES

_Z = 1.96


def add_to(commands: Any) -> None:
    """Add this command to the parser."""
    parser = commands.add_parser(
        "arena",
        help="measure bots against each other",
        description=(
            "One bot: how often each side wins among equals. Two: they share each deal, first with"
            " the seats one way, then the other. --sides: saboteurs of one, the rest of the other,"
            " in all four ways."
        ),
    )
    parser.add_argument("bots", nargs="+", choices=NAMES, metavar="BOT", help=", ".join(NAMES))
    parser.add_argument("--ruleset", default="saboteur", choices=sorted(RULESETS))
    parser.add_argument("--seats", type=int, nargs="+", metavar="N", help="table sizes")
    parser.add_argument("--option", action="append", default=[], metavar="NAME=VALUE")
    parser.add_argument("--deals", type=int, default=100, help="deals per table size")
    parser.add_argument("--seed", type=int, default=0, help="the first deal's number")
    parser.add_argument("--sides", action="store_true", help="exchange sides and not seats")
    parser.set_defaults(run=run)


@dataclass(slots=True)
class Tally:
    """Counts over many games."""

    rounds: Counter[tuple[int, str]] = field(default_factory=Counter)
    """By saboteurs dealt and winner, how many rounds."""
    roles: Mapping[str, list[int]] = field(default_factory=lambda: defaultdict(list))
    """By role, the gold that each seat with it got in a round."""
    breaks: Counter[str] = field(default_factory=Counter)
    """By the role of the victim, the tools that diggers broke."""
    times: Mapping[str, list[float]] = field(default_factory=lambda: defaultdict(list))
    """By bot, the seconds of CPU for each decision."""
    scores: tuple[int, ...] = ()
    """Each seat's gold in the last game."""
    winners: frozenset[Seat] = frozenset()

    @property
    def played(self) -> int:
        """Count the rounds."""
        return self.rounds.total()


def run(arguments: argparse.Namespace) -> int:
    """Play all games and print a table; raises EngineError."""
    rules, bots = ruleset(arguments.ruleset), arguments.bots
    for seats in arguments.seats or [min(5, rules.meta.seats[-1])]:
        options = options_of(arguments.option)
        deals = [
            (number.to_bytes(SEED_BYTES, "big"), seats, options)
            for number in range(arguments.seed, arguments.seed + arguments.deals)
        ]
        print(f"{rules.meta.key}, {seats} seats, {len(deals)} deals from {arguments.seed}")
        if len(bots) == 1:
            lines = _among_equals(rules, bots[0], deals)
        elif arguments.sides:
            lines = _sides(rules, bots[0], bots[1], deals)
        else:
            lines = _compared(rules, bots[0], bots[1], deals)
        for line in lines:
            print(f"  {line}", flush=True)
    return 0


Deal = tuple[bytes, int, Mapping[str, str]]


def play(
    rules: AnyRuleset, deal: Deal, names: Sequence[str], tally: Tally, others: str = ""
) -> None:
    """Play a game, each seat with its bot; `others` plays whoever is no saboteur."""
    state, events = rules.setup(*deal)
    brains = {name: brain(rules, name) for name in {*names, others} - {""}}
    log: list[Event] = [*events]
    while asked := rules.to_act(state):
        seat = min(asked)
        view, moves = rules.view(state, seat), rules.legal_moves(state, seat)
        course = told(log, seat)
        name = others if others and view.role != "saboteur" else names[seat]
        began = process_time()
        move = brains[name](view, moves, course)
        tally.times[name].append(process_time() - began)
        before, (state, events) = view, rules.apply(state, seat, move)
        if before.role not in (None, "saboteur"):
            for event in events:
                if isinstance(event, ToolBroken):
                    tally.breaks[rules.view(state, event.target).role or ""] += 1
        if len(rules.rounds(state)) > len(view.results):
            log.clear()
        log += events
    results = rules.view(state, None).results
    for each, sight in zip(rules.rounds(state), results, strict=False):
        _count(tally, each, getattr(sight, "won_by", ""))
    outcome = rules.outcome(state)
    assert outcome is not None
    tally.scores, tally.winners = outcome.scores, outcome.winners


def _count(tally: Tally, each: RoundScore, won_by: str) -> None:
    tally.rounds[each.roles.count("saboteur"), won_by] += 1
    for role, gold in zip(each.roles, each.gold, strict=True):
        tally.roles[role].append(gold)


def _among_equals(rules: AnyRuleset, name: str, deals: Sequence[Deal]) -> Iterator[str]:
    tally = Tally()
    gold: list[float] = []
    for deal in deals:
        play(rules, deal, [name] * deal[1], tally)
        gold += tally.scores
    yield f"{name} on every seat: {_mean(gold)} gold a seat and game"
    yield from _described(tally)


def _described(tally: Tally) -> Iterator[str]:
    for dealt in sorted({dealt for dealt, _won in tally.rounds}):
        some = {won: count for (at, won), count in tally.rounds.items() if at == dealt}
        if set(some) != {""}:
            shares = (f"{won} {_share(some[won], sum(some.values()))}" for won in sorted(some))
            yield f"{dealt} saboteurs, {sum(some.values())} rounds won by: {', '.join(shares)}"
    for role, gold in sorted(tally.roles.items()):
        paid = sum(each > 0 for each in gold)
        yield f"{role}: gold in {_share(paid, len(gold))} of {len(gold)} rounds, {_mean(gold)} each"
    if broken := tally.breaks.total():
        hit = _share(tally.breaks["saboteur"], broken)
        yield f"diggers broke {broken / tally.played:.2f} tools a round, saboteurs' {hit}"
    for name, times in tally.times.items():
        yield (
            f"CPU of {name}: median {median(times) * 1e3:.1f} ms, 99 % below"
            f" {sorted(times)[len(times) * 99 // 100] * 1e3:.0f} ms, most {max(times) * 1e3:.0f} ms"
        )


def _compared(rules: AnyRuleset, one: str, other: str, deals: Sequence[Deal]) -> Iterator[str]:
    """Play each deal twice, every second seat with either bot; alone, each plays it."""
    tally, pairs, wins = Tally(), [], []
    for deal in deals:
        got, won = Counter[str](), 0.0
        for first, second in ((one, other), (other, one)):
            names = [(first, second)[at % 2] for at in range(deal[1])]
            play(rules, deal, names, tally)
            for name, score in zip(names, tally.scores, strict=True):
                got[name] += score
            if deal[1] > 1:
                here = [names[seat] == one for seat in tally.winners]
                won += sum(here) / len(here) / 2
        pairs.append((got[one], got[other]))
        wins.append(won if deal[1] > 1 else (1 + _sign(got[one] - got[other])) / 2)
    yield f"{one} : {other}: {one} wins {_percent(wins)}, gets {_ratio(pairs)} of their gold"
    for at, name in enumerate((one, other)):
        yield f"{name}: {_mean([pair[at] for pair in pairs])} gold in both games of a deal"
    yield from _described(tally)


def _sides(rules: AnyRuleset, one: str, other: str, deals: Sequence[Deal]) -> Iterator[str]:
    won: dict[tuple[str, str], list[float]] = {}
    for diggers in (one, other):
        for saboteurs in (one, other):
            tally, each = Tally(), []
            for deal in deals:
                before = _saboteurs_won(tally)
                play(rules, deal, [saboteurs] * deal[1], tally, others=diggers)
                each.append(float(_saboteurs_won(tally) - before))
            won[diggers, saboteurs] = each
            yield f"diggers {diggers}, saboteurs {saboteurs}"
            yield from (f"  {line}" for line in _described(tally))
    for diggers in (one, other):
        gain = _differences(won[diggers, one], won[diggers, other])
        yield f"against diggers {diggers}, saboteurs {one} win {gain} rounds a game more"
    for saboteurs in (one, other):
        gain = _differences(won[other, saboteurs], won[one, saboteurs])
        yield f"against saboteurs {saboteurs}, diggers {one} win {gain} rounds a game more"


def _saboteurs_won(tally: Tally) -> int:
    return sum(count for (_dealt, won), count in tally.rounds.items() if won == "saboteurs")


def _sign(value: float) -> int:
    return (value > 0) - (value < 0)


def _spread(values: Sequence[float]) -> tuple[float, float]:
    """Work out a mean and half of its 95 % confidence interval."""
    count, mean = len(values), sum(values) / max(1, len(values))
    if count < 2:
        return mean, 0.0
    return mean, _Z * sqrt(sum((each - mean) ** 2 for each in values) / (count - 1) / count)


def _mean(values: Sequence[float]) -> str:
    return "{:.2f} ± {:.2f}".format(*_spread(values))


def _percent(values: Sequence[float]) -> str:
    return "{:.0f} ± {:.0f} %".format(*(100 * each for each in _spread(values)))


def _differences(ones: Sequence[float], others: Sequence[float]) -> str:
    return _mean([one - other for one, other in zip(ones, others, strict=True)])


def _share(part: int, whole: int) -> str:
    """Write a share with Wilson's interval, which holds for small numbers, too."""
    share, spread = part / whole, _Z**2 / whole
    middle = (share + spread / 2) / (1 + spread)
    half = sqrt(share * (1 - share) * spread + spread**2 / 4) / (1 + spread)
    return f"{100 * share:.0f} % ({100 * (middle - half):.0f}-{100 * (middle + half):.0f})"


def _ratio(pairs: Sequence[tuple[int, int]]) -> str:
    """Write the first bot's share of all gold, deals being independent of each other."""
    whole = max(1, sum(map(sum, pairs)))
    share = sum(one for one, _other in pairs) / whole
    half = _Z * sqrt(sum((one - share * (one + other)) ** 2 for one, other in pairs)) / whole
    return f"{100 * share:.0f} ± {100 * half:.0f} %"
