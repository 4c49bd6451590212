"""What a position must not contradict: the box, the table, and the course of a game."""

from collections import Counter

from engine.decks.dark_cave import DEAL, STEPS
from engine.maze.cells import AROUND, cell_name
from engine.parts.checks import check_neighbours
from engine.parts.seats import clockwise_from
from engine.parts.words import cards_of, require
from engine.rulesets.dark_cave import cards, places
from engine.rulesets.dark_cave.places import Place
from engine.rulesets.dark_cave.state import PLAY, WALK, State, all_out, cards_are_gone
from engine.rulesets.dark_cave.walking import orientations


def check(state: State) -> None:
    """Raise PositionError naming the first contradiction of a state that was read."""
    _check_places(state)
    _check_copies(state)
    check_neighbours(state.maze, cards.GOALS.values())
    _check_creatures_webs_gold(state)
    _check_dwarves(state)
    _check_end(state)
    if state.asked is not None:
        _check_turn(state)


def unused(state: State) -> Counter[int]:
    """Count the deck's cards that lie nowhere on the table, in no hand and not in the stock."""
    fixed = {state.config.start, *state.config.goals}
    used = Counter(placed >> 1 for cell, placed in state.maze.cards.items() if cell not in fixed)
    for kinds in (*state.hands, state.stock, state.discards, state.boxed):
        used.update(kinds)
    used.update({cards.AXE: sum(dwarf.axes for dwarf in state.dwarves), cards.WEB: len(state.webs)})
    used[cards.BOOTS] += sum(dwarf.boots for dwarf in state.dwarves)
    used.update(
        cards.KIND[cards.BEASTS[at]] for at, creature in enumerate(state.creatures) if creature
    )
    left = Counter(cards.DECK)
    left.subtract(used)
    return left


def _check_places(state: State) -> None:
    start = state.config.start
    kinds = {**dict(state.goals), start: cards.START_KIND}
    require(start in state.maze.cards, f"no start card lies on {cell_name(start)}")
    for cell, placed in state.maze.cards.items():
        kind, name = placed >> 1, cell_name(cell)
        if cell in kinds:
            right = cards.CODES[kinds[cell]]
            require(
                kind == kinds[cell], f"{cards.CODES[kind]} lies on {name}, the place of {right}"
            )
        else:
            require(kind in cards.DECK, f"{cards.CODES[kind]} cannot lie on {name}")


def _check_copies(state: State) -> None:
    left = unused(state)
    for kind, count in left.items():
        require(count >= 0, f"{-count} more of {cards.CODES[kind]} than the box holds")
    missing = cards_of(sorted(left.elements()), cards.CODES)
    require(missing == "none", f"cards that are nowhere: {missing}")
    most = sum(DEAL[state.config.seats])
    for at, hand in enumerate(state.hands):
        holds = f"@{at + 1} holds {len(hand)} cards"
        require(len(hand) <= most, f"{holds}, more than the {most} dealt at this table")


def _check_dwarves(state: State) -> None:
    outside = {at for at, dwarf in enumerate(state.dwarves) if dwarf.place is None}
    require({*state.left} == outside, "who has left the cave must be outside, and nobody else")
    for at, dwarf in enumerate(state.dwarves):
        who = f"the dwarf of @{at + 1}"
        if dwarf.place is None:
            require(not dwarf.lying, f"{who} is outside and cannot lie in the cave")
            continue
        _check_on_field(state, who, dwarf.place)
        require(dwarf.place != state.ways.exit, f"{who} stands on the exit and must be outside")
        walks = state.progress.seat == at and state.progress.stage == WALK
        took = dwarf.place not in state.veins or walks
        require(took, f"{who} stands on gold that it must have taken")
    for at, dwarf in enumerate(state.dwarves):
        require(not dwarf.known >> at & 1, f"@{at + 1} knows the own clan card anyway")


def _check_on_field(state: State, who: str, place: Place) -> None:
    require(
        place in state.ways.links, f"{who} is on {places.PLACE_NAMES[place]}, where no field is"
    )


def _check_creatures_webs_gold(state: State) -> None:
    for at, creature in enumerate(state.creatures):
        if creature:
            _check_on_field(state, f"the {cards.BEASTS[at]}", creature.place)
    borders = places.open_borders(state.maze)
    for web in state.webs:
        name = places.BORDER_NAMES[web.border]
        require(web.border in borders, f"there is no way for a web on {name}")
        twice = [other.border for other in state.webs].count(web.border) > 1
        require(not twice, f"two webs lie on {name}")
    for vein in state.veins:
        name = places.PLACE_NAMES[vein]
        _check_on_field(state, "gold", vein)
        face = places.FACES[state.maze.cards[places.cell_of(vein)]]
        require(face.mark == "vein" and vein & 15 in face.marked, f"gold on {name}, no vein")


def _check_end(state: State) -> None:
    ended = state.ended
    if state.asked is None:
        require(ended, "nobody is asked, but the text does not say how the game ended")
    else:
        require(not ended, f"@{state.asked + 1} is asked, but the game has ended")
    outside = [at for at, dwarf in enumerate(state.dwarves) if dwarf.place is None]
    out = any(all_out(state, state.clans[at].works_for) for at in outside)
    over = "all who work for one clan are out: the game is over"
    require(ended == "clan" if out else ended != "clan", over if out else "no clan is all out")
    gone = cards_are_gone(state)
    require(ended in ("cards", "clan") or not gone, "no cards are left: the game is over")
    require(gone or ended != "cards", "there are cards left")


def _check_turn(state: State) -> None:
    progress, asked = state.progress, state.asked
    most = STEPS + state.dwarves[progress.seat].boots
    if progress.stage == PLAY:
        require(state.hands[progress.seat], f"@{progress.seat + 1} holds 0 cards and has no turn")
        require(progress.steps in (0, STEPS), f"a turn begins with {STEPS} steps or none")
        require(not progress.draws, "nothing was played yet that a card is drawn for")
    else:
        require(progress.steps <= most, f"{progress.steps} steps are left of {most}")
        require(progress.draws in (1, 2), f"{progress.draws} cards are to be drawn, not one or two")
    waiting = [progress.seat]
    for seat in clockwise_from(progress.seat, state.config.seats):
        if seat == asked:
            break
        waiting.append(seat)
    agreed = sum(1 << seat for seat in waiting) if state.agreed else 0
    require(state.agreed == agreed, "who has agreed must be all from the proposer to who is asked")
    require(state.agreed or asked == progress.seat, f"it is the turn of @{progress.seat + 1}")
    if state.orient:
        _check_orient(state)


def _check_orient(state: State) -> None:
    assert state.orient is not None
    cell, entered = state.orient
    name, here = cell_name(cell), state.dwarves[state.progress.seat].place
    stands = cell in state.maze.covered and any(
        side == entered and here is not None and places.field_at(state.maze, near, back) == here
        for side, near, back in AROUND[cell]
    )
    require(stands and state.progress.stage == WALK, f"no dwarf walks onto {name} from there")
    kind = dict(state.goals)[cell]
    both = len(orientations(state, cell, kind, entered)) > 1
    require(both and not state.agreed, f"{name} is no goal to orient: it lies one way only")
