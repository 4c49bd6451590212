"""The Dark Cave in words: rare facts, moves and tables that chance alone would hardly bring."""

import re
from collections.abc import Iterator
from itertools import combinations
from math import dist
from typing import Any, NamedTuple

import pytest
from django.conf import settings
from django.utils import translation

from engine.api import Pick, PickKind, Seat
from engine.decks.dark_cave import ACTIONS, GOALS, PATHS
from engine.maze.cells import Cell, cell_name, cell_named
from engine.registry import ruleset
from engine.rulesets.dark_cave import events
from games import drawing, texts
from games.drawing import Touch
from games.views.chooser import Chooser, choose
from games.views.landmarks import landmarks
from games.views.questions import spots
from tests.rows import each_row

NAMES = ("alice", "bob", "<b>carol</b>")
A, B, C = Seat(0), Seat(1), Seat(2)
RULES = ruleset("dark-cave")
FACTS = (
    events.Dealt(A, "blue", "saboteur", ("I-X", "axe")),
    events.RockFell(A, Cell(260), "I-X", 1),
    events.ClanSeen(A, B, "loyal"),
    events.AsideSeen(A, 1, ("blue loyal",)),
    events.AsideSeen(A, 2, ("blue loyal", "yellow saboteur")),
    events.HandsSwapped(A, B, 1, 0, ("axe",), ()),
    events.Equipped(A, A, "axe"),
    events.Equipped(A, B, "boots"),
    events.WebLaid(A, "c2/c3"),
    events.WebAged(A, "c2/c3", 1),
    events.WebAged(A, "c2/c3", 0),
    events.WebCut(A, "c2/c3", 1),
    events.WebCut(A, "c2/c3", 0),
    events.WebFell(A, "c2/c3"),
    events.Lured(A, "rat", "c2.n", True),
    events.Lured(A, "goblin", "c2.t", False),
    events.CreatureLeft(A, "lindworm"),
    events.Attacked("rat", A),
    events.DrivenOff(A, "goblin"),
    events.CardLost(A, "bridge", "axe"),
    events.CardLost(A, "rat", "axe"),
    events.GoldLost(A, "tunnel"),
    events.GoldLost(A, "goblin"),
    events.KnockedDown(A),
    events.StoodUp(A),
    events.Walked(A, ("c2", "c3.nw")),
    events.GoldTaken(A),
    events.ClanShown(A, "saboteur"),
    events.LeftCave(A, 4),
    events.AxeOrdered(A, True),
    events.AxeOrdered(A, False),
    events.Discarded(A, 2, ("axe", "I-X")),
    events.EndProposed(A),
    events.EndAnswered(A, True),
    events.EndAnswered(A, False),
    events.RoundEnded(
        "cards",
        "nobody",
        ("blue",) * 3,
        ("loyal", "saboteur", "loyal"),
        ("blue saboteur",),
        (0, 0, 0),
        (0, 0),
        (1, 2),
        (0, 0),
    ),
)


@pytest.fixture(params=[*dict(settings.LANGUAGES)], autouse=True)
def language(request: pytest.FixtureRequest) -> Iterator[str]:
    with translation.override(request.param):
        yield request.param


def reader(seat: Seat | None) -> texts.Reader:
    return texts.reader_of("dark-cave", NAMES, seat)


def test_every_fact_of_the_cave_alone_is_among_the_examples() -> None:
    own = {
        kind for kind in vars(events).values() if getattr(kind, "__module__", "") == events.__name__
    }
    kinds = {kind for kind in own if hasattr(kind, "seen_by") and not kind.__name__.startswith("_")}
    assert {type(fact) for fact in FACTS} == kinds


@each_row("fact", FACTS)
@each_row("viewer", [None, A, B, C])
def test_every_fact_is_told_to_everybody_who_may_know_it(fact: Any, viewer: Seat | None) -> None:
    seen = fact.seen_by(viewer)
    if seen is None:
        return
    sentence = texts.event_text(seen, reader(viewer))
    assert sentence.endswith((".", "!"))
    assert "%" not in sentence
    assert "None" not in sentence


def test_others_do_not_read_which_card_was_lost_nor_which_clan_card_was_seen() -> None:
    for fact in (events.CardLost(A, "rat", "axe"), events.Discarded(A, 1, ("axe",))):
        assert texts.card_name("axe") not in texts.event_text(fact.seen_by(B), reader(B))
    seen = events.ClanSeen(A, B, "saboteur").seen_by(C)
    assert texts.role_name("dark-cave", "saboteur") not in texts.event_text(seen, reader(C))


def test_no_two_cards_share_a_name_and_every_one_is_drawn() -> None:
    rows: tuple[Any, ...] = (*PATHS, *GOALS, *ACTIONS)
    codes = [row.code for row in rows]
    assert len({texts.card_name(code) for code in codes}) == len(codes)
    drawn = {drawing.card_svg(code) for code in codes}
    assert len(drawn) == len(codes)


class Choice(NamedTuple):
    """A legal move as a page gets it."""

    text: str
    picks: tuple[Pick, ...]


POSITION = """\
dark-cave
turn @1 walk steps 3
maze e5 START, f5 I-BRIDGE-EW, g5 I-X, e4 I-DCB-TUNNEL, d5 I-TH-VEIN
@1 hand I-X I-NS axe at e5 axes 1
@2 hand I-TV at e5
@3 hand I-TH at g5 lying
webs d5/e5 @2 2
creatures rat g5 @2
veins d5
stock II-X II-TH II-TV II-NS
"""


def cave() -> tuple[Any, texts.Reader]:
    return RULES.view(RULES.parse_position(POSITION), A), reader(A)


def test_a_walk_says_what_it_costs_before_it_is_confirmed() -> None:
    view, alice = cave()
    to_rat = (Pick(PickKind.ACT, "walk"), Pick(PickKind.FIELD, "g5"))
    into_tunnel = (Pick(PickKind.ACT, "walk"), Pick(PickKind.FIELD, "e4.t"))
    with translation.override("en"):
        costs = alice.book.price(view, to_rat)
        assert "2 steps" in costs.text
        assert "hand card" in costs.text
        assert "rat" in costs.text
        assert costs.harm
        assert "gold" in alice.book.price(view, into_tunnel).text
    assert alice.book.price(view, to_rat[:1]) == texts.Price()


def test_a_walk_is_one_tap_with_its_dangers_in_picture_and_words_before_it() -> None:
    view, alice = cave()
    chooser = walking()
    assert chooser.open.kind == "field"
    places = list(spots(view, chooser, alice))
    assert len(places) == len(view.walks)
    bad = {walk.place for walk in view.walks if walk.cards or walk.gold or walk.creatures}
    assert bad
    harmful = {place.href for place in places if place.harm}
    assert harmful == {chooser.links("field")[place] for place in bad}
    with translation.override("en"):
        named = next(place.name for place in spots(view, chooser, alice) if "e4.t" in place.href)
    assert "gold in the tunnel" in named
    assert drawing.maze_svg(view, spots=places).count("lit-harm") == len(bad)


def test_a_walk_that_is_chosen_is_drawn_and_told_before_it_is_made() -> None:
    view, alice = cave()
    chooser = walking(Pick(PickKind.FIELD, "g5"))
    assert chooser.move.text == "walk g5"
    way = drawing.way_of(view, {pick.kind: pick.value for pick in chooser.picked})
    assert [cell_name(spot.cell) for spot in way] == ["e5", "f5", "g5"]
    assert '<g class="way"' in drawing.maze_svg(view, way=way)
    with translation.override("en"):
        told = [
            alice.book.foretell(effect, alice)
            for effect in RULES.foresee(view, RULES.parse(chooser.move.text))
        ]
    assert told == [
        "You lose 1 hand card on the bridge, drawn blindly.",
        "The rat is driven off by an axe of yours, which is used up.",
        "No step is left then.",
    ]


def walking(*picks: Pick) -> Chooser:
    state = RULES.parse_position(POSITION)
    choices = [
        Choice(RULES.format(move), tuple(RULES.picks(move))) for move in RULES.legal_moves(state, A)
    ]
    return choose(choices, picks, reader=reader(A), here="/")


def test_everything_on_the_table_is_in_the_picture_and_in_the_text() -> None:
    view, alice = cave()
    picture, text = drawing.maze_svg(view), drawing.maze_text(view)
    signs = {"dwarf-blue", "dwarf-blue-down", "rat", "web-2", "vein-full", "tunnel", "bridge-ew"}
    assert {sign for sign in signs if f'"#{sign}"' not in picture} == set()
    assert {f"number{n}" for n in (1, 2, 3) if f'"#number{n}"' not in picture} == set()
    assert {sign for sign in "123r#T=*H" if sign not in text} == set()
    assert sum(name in line for line in alice.book.legend(view, alice) for name in NAMES) >= 3


def test_places_within_a_card_and_borders_can_be_touched_in_the_picture() -> None:
    view, _alice = cave()
    cards = view.cards
    inside = drawing.spot_of("dark-cave", "field", "e4.t", cards)
    border = drawing.spot_of("dark-cave", "border", "d5/e5", cards)
    assert inside is not None
    assert border is not None
    assert drawing.spot_of("dark-cave", "cell", "e4", cards) is None
    picture = drawing.maze_svg(
        view, spots=[Touch(inside, "?a=1&b=2", "<t>"), Touch(border, "?", "w")]
    )
    assert 'href="?a=1&amp;b=2" aria-label="&lt;t&gt;"' in picture
    assert picture.count("lit-spot") == 2


def test_places_of_one_card_are_drawn_apart_so_that_a_finger_hits_one() -> None:
    view, _alice = cave()
    names = ("e4.nw", "e4.t", "e4.es")
    spots = [drawing.Spot(cell_named("e4"), at) for at in ((22, 31), (30, 42), (38, 53))]
    touches = [Touch(spot, "?", name) for spot, name in zip(spots, names, strict=True)]
    picture = drawing.maze_svg(view, spots=touches)
    circles = re.findall(r'<circle cx="([^"]+)" cy="([^"]+)" r="([^"]+)" fill-opacity="0"', picture)
    reached = [tuple(map(float, circle)) for circle in circles]
    assert len(reached) == 3
    for (x, y, radius), (to_x, to_y, other) in combinations(reached, 2):
        assert dist((x, y), (to_x, to_y)) >= radius + other - 0.2
    # Drawn 24 pixels for 20 units wide: such a circle is 42 pixels across or more.
    assert min(radius for _x, _y, radius in reached) > 17.5


def test_what_needs_no_card_is_offered_beside_the_hand_and_not_in_its_place() -> None:
    state = RULES.parse_position(POSITION.replace("turn @1 walk steps 3", "turn @1 play steps 3"))
    moves = RULES.legal_moves(state, A)
    choices = [Choice(RULES.format(move), tuple(RULES.picks(move))) for move in moves]
    chooser = choose(choices, [], reader=reader(A), here="/")
    assert not chooser.begun
    assert {"propose", "cut"} == {option.value for option in chooser.beside}
    begun = choose(choices, [Pick(PickKind.ACT, "propose")], reader=reader(A), here="/")
    assert begun.move is not None
    assert begun.move.text == "propose"


def test_a_setting_is_said_with_what_holds_now() -> None:
    orders = [RULES.picks(RULES.parse(line)) for line in ("order keep", "order use")]
    keep, use = (reader(A).book.move_text(picks, reader(A)) for picks in orders)
    view, alice = cave()
    assert keep.startswith(alice.book.own(view, alice)[-1])
    assert keep != use


def test_an_order_that_was_a_move_once_is_still_read_and_told_to_its_seat_alone() -> None:
    order = RULES.load_event(["AxeOrdered", 0, True])
    assert RULES.load_event(RULES.dump_event(order)) == order
    assert RULES.format(RULES.parse("Order  KEEP")) == "order keep"
    assert texts.event_text(order.seen_by(A), reader(A))
    assert [order.seen_by(seat) for seat in (None, B)] == [None, None]


def test_two_cards_are_discarded_in_any_order() -> None:
    state = RULES.parse_position(POSITION.replace("turn @1 walk steps 3", "turn @1 play steps 3"))
    moves = RULES.legal_moves(state, A)
    choices = [Choice(RULES.format(move), tuple(RULES.picks(move))) for move in moves]
    for one, other in (("I-X", "axe"), ("axe", "I-X")):
        picks = [
            Pick(PickKind.CARD, one),
            Pick(PickKind.ACT, "pass-two"),
            Pick(PickKind.CARD, other),
        ]
        chosen = choose(choices, picks, reader=reader(A), here="/")
        assert chosen.move is not None
        assert chosen.move.text == "pass I-X axe"


def test_a_crowd_on_one_field_is_drawn_and_counted() -> None:
    hands = ("I-X", "I-TH", "I-TV", "I-NS", "I-EW")
    crowd = "\n".join(f"@{at} hand {code} at e5" for at, code in enumerate(hands, 1))
    beasts = "creatures rat e5 @2, goblin e5 @2, lindworm e5 @3"
    position = f"dark-cave\nmaze e5 START\n{crowd}\n{beasts}\nstock II-X II-TH\n"
    view = RULES.view(RULES.parse_position(position), A)
    assert drawing.maze_svg(view).count('"#number') == 5
    drawn = drawing.maze_text(view)
    assert all(sign in drawn for sign in "12345rgl") or "+" in drawn


def test_goals_and_figures_are_looked_for_by_name() -> None:
    view = RULES.view(RULES.parse_position(POSITION), A)
    marks = landmarks(view, reader(A))
    figures = {f"{dwarf.place}".partition(".")[0] for dwarf in view.dwarves if dwarf.place}
    figures |= {creature.place.partition(".")[0] for creature in view.creatures}
    assert {mark.at for mark in marks} == figures | {cell_name(goal.cell) for goal in view.goals}
    mine = view.dwarves[A].place
    assert mine is not None
    assert [mark.at for mark in marks if mark.mine] == [mine.partition(".")[0]]
    assert not any(
        mark.mine
        for mark in landmarks(RULES.view(RULES.parse_position(POSITION), None), reader(None))
    )
