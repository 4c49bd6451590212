"""What a view of The Duel shows of the table, in pieces and as a text maze."""

from engine.api import Seat
from engine.maze.ascii import picture
from engine.maze.cells import cell_named
from engine.registry import RULESETS
from engine.rulesets.duel.view import View


def view(text: str, seat: Seat | None = None) -> View:
    """A view of a position."""
    game = RULESETS[text.split(maxsplit=1)[0]]
    return game.view(game.parse_position(text), seat)


def sight(shown: View, name: str) -> tuple[object, ...]:
    """What is shown of the card on a cell."""
    card = next(card for card in shown.cards if card.cell == cell_named(name))
    return card.mark, card.colour, card.gates, card.gold, card.gold_ways


def test_doors_trolls_ladders_and_gold_are_in_sight() -> None:
    shown = view(
        "duel\nmaze b2 DU-DOOR-B3~, c4 DU-TROLL-3, e8 DU-LADDER-BLUE, b4 DU-DBEND-GOLD,"
        " g8 DU-GOLD-3~\n@1 hand map"
    )
    assert sight(shown, "a2") == ("start", "green", (), 0, ())
    assert sight(shown, "b2") == ("", "", (("blue", "W"),), 0, ())
    assert sight(shown, "c4") == ("", "", (("troll", "E"),), 0, ())
    assert sight(shown, "e8") == ("ladder", "blue", (), 0, ())
    assert sight(shown, "b4") == ("gold", "", (), 1, ("ES",))
    assert sight(shown, "g8") == ("gold", "", (), 1, ("W",))


def test_a_goal_shows_its_doors_and_its_gold_once_it_lies_open() -> None:
    shown = view("duel\ngoals h4 DU-GOAL-18\nmaze h4 DU-GOAL-18~\n@1 hand map")
    assert sight(shown, "h4") == ("gold", "", (("blue", "E"),), 1, ("NE",))


def test_the_text_maze_shows_gates_by_their_letters() -> None:
    shown = view(
        "duel\nmaze b2 DU-DOOR-G3, c2 DU-TROLL-3, b4 DU-DOOR-B3~, c4 DU-DOOR-B1\n@1 hand map"
    )
    lines = picture(shown.cards).splitlines()
    assert [line[4:19] for line in lines[4:7]] == [
        "░░│░░░░g░░░░│░░",
        "──S────┴────┴─t",
        "░░│░░░░░░░░░░░░",
    ]
    assert [line[4:19] for line in lines[10:13]] == [
        "░░│░░░░░░░░░│░░",
        "──S──b─┬────┼──",
        "░░│░░░░│░░░░b░░",
    ]


def test_counters_and_keys_lie_where_everybody_sees_them() -> None:
    shown = view(
        "duel\nmaze b2 DU-DOOR-B1, c2 DU-TROLL-1, b4 DU-GOLD-1\n"
        "marked b4 @2\nbribed c2 @1\nkeys b2 S\n@1 hand map"
    )
    on = {(counter.on, counter.seat) for counter in shown.laid_counters}
    assert on == {("gold", 1), ("troll", 0)}
    assert shown.counters == 6
    (key,) = shown.laid_keys
    assert (key.side, key.seat) == ("S", 0)
    assert shown.keys == 1


def test_prizes_lie_open_and_a_seat_also_finds_its_own() -> None:
    text = "duel\nround 2\n@1 hand map gold DU-GOAL-19 DU-GOLD-1\n@2 gold DU-GOAL-26"
    for seat, own in ((None, None), (Seat(0), (3, 1)), (Seat(1), (2,))):
        shown = view(text, seat)
        assert shown.gold == own
        assert shown.prizes == ((3, 1), (2,))
        assert shown.purses == (4, 2)


def test_only_the_looker_keeps_sight_of_a_covered_goal() -> None:
    text = "duel\ngoals h4 DU-GOAL-18\n@1 hand map seen h4\n@2 hand key"
    for seat, code in ((None, None), (Seat(0), "DU-GOAL-18"), (Seat(1), None)):
        codes = [goal.code for goal in view(text, seat).goals]
        assert codes == [None, None, None, None, code, None]


def test_alone_the_next_card_to_fall_is_shown() -> None:
    shown = view("duel-solo\nmaze b3 DU-EW, c3 DU-TROLL-1\naside map map\n@1 hand DU-NS")
    assert shown.last_laid == cell_named("b3")
    assert (shown.aside, shown.counters, shown.grade) == (2, 6, None)
