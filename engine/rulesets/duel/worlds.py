"""Tables as they might be: what a view hides is filled in by lot, for bots that look ahead.

Built from a view alone. The lot hangs on the view, so that equal views imagine equal tables.
"""

from collections import Counter
from dataclasses import replace as replaced
from hashlib import blake2b

from engine import rng
from engine.bots.reach import rebuilt
from engine.maze.cells import Cell
from engine.maze.sides import sides_of
from engine.parts.tools import BIT
from engine.rulesets.duel.cards import BROKEN, DECK, GOAL_KINDS, KIND, STANDS_FOR, TILES
from engine.rulesets.duel.edition import MODES, configure
from engine.rulesets.duel.former import choose
from engine.rulesets.duel.legal import legal_moves
from engine.rulesets.duel.moves import Move
from engine.rulesets.duel.play import apply
from engine.rulesets.duel.state import PLAY, State
from engine.rulesets.duel.tunnels import completed
from engine.rulesets.duel.view import View
from engine.rulesets.duel.view import view as shown


def imagined(view: View, number: int) -> State:
    """Fill in hands, stock and goals; `view` must be asked for an action.

    The table ends with the running round, as nothing is known of the next ones.
    """
    assert view.seat is not None
    assert view.ask == PLAY
    mode = MODES[view.ruleset]
    config = replaced(configure(mode, view.seats, view.options), rounds=view.round)
    lot = blake2b(f"{number} {_all_of(view)}".encode(), digest_size=rng.SEED_BYTES).digest()
    hidden = list(rng.shuffled(lot, "cards", _unseen(view)))
    hands = [
        tuple(sorted(KIND[code] for code in view.hand))
        if at == view.seat
        else tuple(sorted(_taken(hidden, size)))
        for at, size in enumerate(view.hand_sizes)
    ]
    stock = _taken(hidden, view.stock)
    seen = sum(1 << at for at, goal in enumerate(view.goals) if goal.code and not goal.up)
    return completed(
        State(
            config=config,
            seed=lot,
            dwarves=view.dwarves,
            gold=((),) * view.seats,
            round=view.round,
            asked=view.seat,
            maze=rebuilt(TILES, view.cards, view.goals),
            goals=_goals(view, lot),
            seen=tuple(seen if at == view.seat else 0 for at in range(view.seats)),
            hands=tuple(hands),
            broken=tuple(sum(BIT[tool] for tool in tools) for tools in view.broken),
            stock=stock,
            aside=_taken(hidden, view.aside),
            trail=() if view.last_laid is None else (view.last_laid,),
            claims=tuple((one.cell, one.seat) for one in view.laid_counters if one.on == "gold"),
            bribes=tuple((one.cell, one.seat) for one in view.laid_counters if one.on == "troll"),
            keys=tuple((key.cell, sides_of(key.side)) for key in view.laid_keys),
        )
    )


def _all_of(view: View) -> str:
    goals = [(goal.cell, goal.up, goal.code) for goal in view.goals]
    cards = [(card.cell, card.code, card.turned) for card in view.cards]
    return repr((view.seat, view.round, view.hand, cards, goals, view.stock, view.discards))


def _taken(cards: list[int], count: int) -> tuple[int, ...]:
    some = tuple(cards[:count])
    del cards[:count]
    return some


def _unseen(view: View) -> list[int]:
    """List the deck's cards that lie nowhere in sight, in the order of the box."""
    left = Counter(DECK)
    left.subtract(KIND[code] for code in view.hand)
    left.subtract(KIND[card.code] for card in view.cards if KIND[card.code] in left)
    left.subtract(BROKEN[tool] for tools in view.broken for tool in tools)
    return sorted(left.elements())


def _goals(view: View, lot: bytes) -> tuple[tuple[Cell, int], ...]:
    known = {STANDS_FOR[KIND[goal.code]] for goal in view.goals if goal.code}
    others = [kind for kind in GOAL_KINDS if STANDS_FOR[kind] not in known]
    drawn = iter(rng.shuffled(lot, "goals", others))
    return tuple((goal.cell, KIND[goal.code] if goal.code else next(drawn)) for goal in view.goals)


def played_on(view: View, number: int, move: Move, turns: int) -> View:
    """Make a move on an imagined table and let quick bots play on; what the viewer sees then."""
    assert view.seat is not None
    state = apply(imagined(view, number), view.seat, move).state
    for _ in range(turns):
        seat = state.asked
        if seat is None:
            break
        state = apply(state, seat, choose(shown(state, seat), legal_moves(state, seat))).state
    return shown(state, view.seat)
