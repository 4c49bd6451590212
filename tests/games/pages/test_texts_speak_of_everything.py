"""Every fact, reason, card, move and problem has its words, in both languages."""

import inspect
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Any, NamedTuple

import pytest
from django.conf import settings
from django.utils import translation

from engine.api import Event, Pick, PickKind, Seat
from engine.errors import Reason
from engine.maze.cells import Cell
from engine.parts import facts
from engine.registry import RULESETS, ruleset
from engine.rulesets.saboteur import events
from engine.rulesets.saboteur.cards import CODES
from games import errors, texts
from games.clocks.rules.settings import PRESETS, dump
from games.clocks.rules.walls import DEFAULT_NIGHT
from games.limits import rules as limits
from games.talk.rules.rooms import Why
from games.texts.leagues_pages import league_problem_text
from tests.games.cast import MINUTE, NOW
from tests.rows import each_row


class Entry(NamedTuple):
    """A move as a story takes it."""

    seat: int | None
    by: str
    events: tuple[Any, ...]
    act: "Act | None" = None
    gone: bool = False


class Act(NamedTuple):
    """What was done about a table, as a story takes it."""

    name: str
    seat: int | None
    said: dict[str, Any]


NAMES = ("alice", "bob", "<b>carol</b>")
A, B, C = Seat(0), Seat(1), Seat(2)


def reader(seat: Seat | None) -> texts.Reader:
    return texts.reader_of("saboteur", NAMES, seat)


FACTS = (
    facts.RoundBegan(1, A),
    facts.Dealt(A, "digger", ("P1", "map")),
    facts.Laid(A, Cell(260), "P6", True),
    facts.GoalTurned(A, Cell(8), "Z1"),
    facts.GoalOriented(A, Cell(8), True),
    facts.ToolBroken(A, B, "pick"),
    facts.ToolMended(A, B, "cart", "fix-pick-cart"),
    facts.ToolMended(A, A, "lantern", "fix-lantern"),
    facts.RockFell(A, Cell(260), "P1"),
    facts.GoalSeen(A, Cell(8), "Z2"),
    events.Discarded(A, "P1"),
    facts.Drew(A, "map"),
    facts.Skipped(A),
    events.RoundEnded(1, "diggers", A, ("digger", "saboteur", "digger"), "digger"),
    events.RoundEnded(2, "nobody", None, ("digger",) * 3, "saboteur"),
    events.GoldPaid(A, 2, (1, 3)),
    facts.GameEnded((3, 6, 6), (B, C)),
    facts.GameEnded((9, 6, 6), (A,)),
)


THEN = {"by": "alice", "start": "2026-03-01T12:00:00+00:00", "until": "2026-03-03T12:00:00+00:00"}
RULES = {
    "old": dump(PRESETS["brisk"]),
    "settings": dump(replace(PRESETS["easy"], table_quiet=DEFAULT_NIGHT, vacation_days=0)),
}
UNTIL = "2026-03-03T12:00:00+00:00"
OF_A_SEAT = (
    *("resigned", "wish", "stands-in", "played-for", "offered", "back", "kept"),
    *("in-vain", "won", "left-won", "organises"),
)
POOLS = ("stock", "goals", "gold", "dwarves", "stack 1", "stack 2", "stack 3")
LOOKS = (
    *([None, "goal", 260], [0, "goal", 260], [1, "dwarf", 2], [1, "pile", 2], [0, "hand", 1]),
    [0, "aside", None],
)
DECIDED = {"winners": [1], "scores": [7, 9, 4]}
BACK = {"pools": [[name, 3] for name in POOLS], "void": LOOKS, "kept": LOOKS, "shown": [[0, "P6"]]}
LOOK = {"by": "A moderator", "at": "2026-03-01T12:00:00+00:00", "minutes": 12}
ACTS = (
    Act("extended", B, {"by": "alice", "hours": 24, "until": UNTIL}),
    Act("taken-back", B, {"by": "alice", "hours": 24, "until": UNTIL}),
    *(Act(name, B, {"who": "bob"}) for name in OF_A_SEAT),
    Act("sat", B, {"who": "dora", "was": "bob"}),
    Act("swapped", None, {"who": "bob", "was": "carol", "by": "alice"}),
    Act("given", B, {"who": "bob", "by": "alice"}),
    Act("seat-declined", None, {"who": "bob", "free": True}),
    Act("seat-declined", B, {"who": "bob", "free": False}),
    Act("returned", B, {"who": "bob", "was": "dora"}),
    Act("return-asked", B, {"who": "bob", "by": "alice"}),
    Act("removed", None, {"who": "bob", "by": "alice"}),
    *(Act(name, None, {"wish": "pause"}) for name in ("table-asked", "table-declined")),
    *(Act(name, None, {"until": UNTIL}) for name in ("silent", "pause-ends")),
    *(Act(name, None, {}) for name in ("abandoned", "waited-for", "repairing", "repaired")),
    *(Act("paused", None, {**THEN, "agreed": agreed}) for agreed in (True, False)),
    *(Act("resumed", None, {**THEN, "agreed": agreed}) for agreed in (True, False)),
    Act("ruled", None, {**THEN, **RULES}),
    Act("proposed-pause", B, THEN),
    Act("proposed-end", B, THEN),
    Act("proposed-rule", B, {**THEN, **RULES}),
    *(Act("agreed", B, {**THEN, "kind": kind}) for kind in ("pause", "end", "rule")),
    *(Act("declined", B, {**THEN, "kind": kind}) for kind in ("pause", "end", "rule")),
    *(Act(act, B, THEN) for act in ("left", "will-leave", "announced", "came-home", "stays")),
    Act("forced", B, {"by": "alice"}),
    Act("restored", None, {"by": "alice"}),
    *(Act("resent", seat, {"by": "alice"}) for seat in (B, None)),
    Act("reach-asked", B, {"by": "alice"}),
    *(Act("rewound", None, {**BACK, "round": number, "to": to}) for number, to in ((0, 7), (2, 0))),
    *(
        Act("glass", None, {**LOOK, "place": seat, "level": level, "pages": pages})
        for seat, level in ((1, "seat"), (None, "state"), (None, "record"))
        for pages in (0, 1)
    ),
    Act("rewound", None, {**BACK, "round": 0, "to": 0, "shown": [], "pools": [["gold", 0]]}),
    *(
        Act("annulled", None, {"by": "alice", "until": until, "scores": scores})
        for until, scores in ((UNTIL, None), (None, [9, 7, 4]))
    ),
    *(
        Act("adjudicated", None, {"by": "alice", "outcome": {**DECIDED, "played": played}})
        for played in (
            None,
            {"winners": [0, 2], "scores": [8, 1, 8]},
            {"winners": [1], "scores": []},
            {"winners": [], "scores": [0, 0, 0]},
        )
    ),
    *(
        Act("restarted", None, {"by": "alice", "name": "Old Pit II", "scores": scores})
        for scores in (None, [9, 7, 4])
    ),
    *(Act("reinstated", None, {"by": "alice", "until": until}) for until in (UNTIL, None)),
)


@pytest.fixture(params=[*dict(settings.LANGUAGES)], autouse=True)
def language(request: pytest.FixtureRequest) -> Iterator[str]:
    with translation.override(request.param):
        yield request.param


def said(sentence: str) -> bool:
    return bool(sentence) and "%" not in sentence


def test_every_kind_of_fact_is_among_the_examples() -> None:
    assert {type(fact) for fact in FACTS} == {*events.KINDS.values()}


@each_row("fact", FACTS)
@each_row("viewer", [None, A, B, C])
def test_every_fact_is_told_to_everybody_who_may_know_it(fact: Event, viewer: Seat | None) -> None:
    seen = fact.seen_by(viewer)
    if seen is not None:
        sentence = texts.event_text(seen, reader(viewer))
        assert said(sentence)
        assert sentence[0].isupper() or sentence.startswith(NAMES)


def test_others_do_not_read_which_card_was_drawn_or_discarded(language: str) -> None:
    goal = facts.GoalSeen(A, Cell(8), "Z1")
    for fact in (facts.Drew(A, "map"), events.Discarded(A, "map"), goal):
        seen = fact.seen_by(B)
        assert seen is not None
        told = texts.event_text(seen, reader(B)).casefold()
        for card in ("map", "Z1"):
            assert texts.card_name(card).casefold() not in told


def test_a_story_leaves_out_what_others_draw() -> None:
    told = (facts.Drew(A, None), facts.Drew(B, "map"), facts.Skipped(C))
    assert len(texts.story([Entry(0, "player", told)], reader(B))) == 2


def test_a_story_says_whose_time_ran_out() -> None:
    entry = Entry(0, "deadline", (events.Discarded(A, None),))
    assert len(texts.story([entry], reader(B))) == 2
    assert "alice" not in texts.story([entry], reader(A))[0]


def test_cells_that_changed_are_those_of_the_round_that_lies_there() -> None:
    old, new = facts.Laid(A, Cell(260), "P6", True), facts.Laid(A, Cell(261), "P6", True)
    entries = [Entry(0, "player", (old, facts.RoundBegan(2, B))), Entry(1, "player", (new,))]
    assert texts.changed_cells(entries, reader(B).book) == {261}


def test_an_unknown_fact_is_an_error_and_no_silence() -> None:
    with pytest.raises(TypeError):
        texts.event_text(object(), reader(None))  # type: ignore[arg-type]


@each_row("reason", [*Reason])
def test_every_reason_has_a_sentence_in_the_games_that_give_it(reason: Reason) -> None:
    books = [book for book in texts.BOOKS.values() if reason in book.reasons()]
    assert books
    assert all(said(book.reasons()[reason]) for book in books)


@pytest.mark.parametrize("key", RULESETS)
def test_every_reason_that_a_game_gives_has_a_sentence(key: str) -> None:
    sentences = {reason.value: said(text) for reason, text in texts.BOOKS[key].reasons().items()}
    assert [reason for reason in ruleset(key).reasons if not sentences.get(reason)] == []


@each_row("code", CODES)
def test_every_card_has_a_name_either_way_up(code: str) -> None:
    assert said(texts.card_name(code))
    assert said(texts.card_name(code, turned=True))


def test_no_two_cards_share_a_name() -> None:
    assert len({texts.card_name(code) for code in CODES}) == len(CODES)


def test_a_turned_bend_is_named_as_it_lies(language: str) -> None:
    names = {
        "en": ("bend down–left", "bend up–right"),
        "de": ("Kurve unten–links", "Kurve oben–rechts"),
    }
    assert (texts.card_name("P6"), texts.card_name("P6", turned=True)) == names[language]


MOVES: Sequence[tuple[Pick, ...]] = (
    (Pick(PickKind.CARD, "P6"), Pick(PickKind.CELL, "e4"), Pick(PickKind.TURN, "turned")),
    (Pick(PickKind.CARD, "P6"), Pick(PickKind.ACT, "pass")),
    (Pick(PickKind.CARD, "break-pick"), Pick(PickKind.SEAT, "2")),
    (Pick(PickKind.CARD, "fix-pick-cart"), Pick(PickKind.SEAT, "2"), Pick(PickKind.TOOL, "cart")),
    (Pick(PickKind.CARD, "fix-pick"), Pick(PickKind.SEAT, "1"), Pick(PickKind.TOOL, "pick")),
    (Pick(PickKind.CARD, "rockfall"), Pick(PickKind.CELL, "e4")),
    (Pick(PickKind.CARD, "map"), Pick(PickKind.CELL, "i3")),
    (Pick(PickKind.CELL, "i3"), Pick(PickKind.TURN, "upright")),
    (Pick(PickKind.CELL, "i3"), Pick(PickKind.TURN, "turned")),
)


@each_row("picks", MOVES)
def test_every_kind_of_move_is_put_in_words(picks: tuple[Pick, ...]) -> None:
    book = reader(A).book
    assert said(book.move_text(picks, reader(A)))
    for at, pick in enumerate(picks):
        assert said(book.pick_text(pick, picks[:at], reader(A)))
        assert said(book.question_text(pick.kind, picks[:at]))


def test_mending_ones_own_tool_is_said_so(language: str) -> None:
    own, other = MOVES[4], MOVES[3]
    assert "alice" not in reader(A).book.move_text(own, reader(A))
    assert "bob" in reader(A).book.move_text(other, reader(A))


@pytest.mark.parametrize("key", RULESETS)
def test_every_option_of_every_game_is_explained(key: str) -> None:
    assert said(texts.ruleset_name(key))
    for name, values in ruleset(key).meta.options.items():
        assert said(texts.option_name(key, name))
        for value in values:
            assert said(texts.option_value(key, name, value))


# A practice game and a remark too many have sentences of their own, news too many only wait, and of
# mails too many the mail server that brings them is told by a number. A full mailbox has a limit of
# its own.
UNTOLD = {
    limits.CODES_OF_A_MAILBOX,
    *(limits.PRACTICE_OF_A_NETWORK, limits.PRACTICE_TWICE_OF_A_NETWORK),
    *(limits.REMARKS, limits.NEWS_OF_A_TABLE),
    *(limits.REPLIES, limits.AWAY, limits.UNREAD),
    *(limits.REFUSED_OF_AN_ADDRESS, limits.REFUSED_OF_A_NETWORK, limits.TOLD_OF_REFUSALS),
}
LIMITS = [
    limit.name
    for limit in vars(limits).values()
    if isinstance(limit, limits.Limit) and limit not in UNTOLD
]

PROBLEMS = (
    errors.BadLink(),
    errors.StaleOrders(),
    errors.StaleNotes(),
    errors.BadText("empty", length=0, most=9),
    errors.BadText("long", length=10, most=9),
    errors.BadText("lines", length=10, most=9),
    *(errors.MayNotTalk(why) for why in Why),
    errors.TalksTooMuch(NOW + MINUTE / 60, now=NOW),
    errors.TalksTooMuch(NOW + MINUTE, now=NOW),
    errors.TalksTooMuch(NOW + 50 * MINUTE, now=NOW),
    errors.TalksTooMuch(NOW + 500 * MINUTE, now=NOW),
    errors.NoSuchRemark(),
    errors.TooManyReports(),
    errors.NoSuchReport(),
    errors.NothingToReport(),
    errors.MayNotReport(),
    errors.TalkIsOld(),
    errors.ClaimedByAnother(),
    errors.ClaimsAnother(),
    errors.NotClaimed(),
    errors.AppealIsLate(),
    errors.StaleTurn(seen_ply=1, ply=2, already_made=False),
    errors.StaleTurn(seen_ply=1, ply=2, already_made=True),
    errors.BadAddress("x"),
    *(
        errors.BadChannel(fault)
        for fault in (
            *("unread", "long", "https", "user", "host", "port", "private", "kind"),
            *("known", "many", "off", "unsigned"),
        )
    ),
    errors.NoSuchChannel(),
    errors.NotByMail("x@example.org"),
    *(errors.BadName(fault) for fault in ("empty", "long", "unseen", "bot", "link", "office")),
    errors.NameMissing(),
    errors.NameTaken("bob", "bob"),
    errors.NameTaken("b0b", "bob"),
    errors.BadTimeZone(),
    errors.BadGameName(),
    errors.NotPublic(),
    errors.SameAddress(),
    errors.AddressTaken(),
    *(errors.TooManyTables(here=here) for here in (True, False)),
    errors.TooLate(seen_ply=1),
    *(errors.TooMany(limit, NOW + MINUTE, now=NOW) for limit in LIMITS),
    errors.SentThrice(),
    errors.OnlyOperator(),
    errors.NotOver(),
    errors.TermsUntold(NOW),
    errors.StaleTerms(),
    errors.SeatsNeeded(3),
    errors.BadReplyBy(),
    *(errors.TooManyOpen(8, newcomer=newcomer) for newcomer in (True, False)),
    *(
        errors.BadPasskey(fault)
        for fault in ("unread", "expired", "site", "unknown", "copied", "known", "many")
    ),
    errors.BadCode(dead=True),
    errors.BadCode(dead=False),
    errors.NotOrganiser(),
    errors.NotSeated(),
    errors.Overtaken(),
    errors.NoSuchGame(),
    errors.OrganiserStays(),
    *(errors.NotOpen(status) for status in ("active", "finished", "cancelled")),
    errors.SeatsMissing(2),
    errors.TableFull(),
    errors.AlreadyInvited(),
    errors.AlreadySeated(),
    errors.SeatTaken(),
    errors.KeptApart(),
    errors.SatBefore(),
    errors.HasLooked(),
    errors.DealSeen(),
    errors.DealClosed(),
    *(
        errors.Sanctioned(kind, at)
        for kind in ("mute", "no-new-games", "ban")
        for at in (None, NOW)
    ),
    errors.ServiceHeld(),
    *(errors.BadEnd(fault, most=30) for fault in ("past", "long", "endless", "ends")),
    errors.Shielded(),
    errors.OnlyOneself(),
    errors.DecidedHere(),
    errors.LivesWithOne(),
    errors.ServiceHeld(),
    errors.OnlyOneself(),
    errors.Shielded(),
    *(errors.Sanctioned("mute", until) for until in (NOW, None)),
    *(errors.BadEnd(fault, most=30) for fault in ("past", "long", "endless", "ends")),
    errors.BarMissed(90),
    errors.NotYet(),
    *(errors.InvitationClosed(status) for status in ("accepted", "declined", "withdrawn")),
)

IN_LEAGUES: tuple[errors.ServiceError, ...] = (
    errors.NoSuchLeague(),
    errors.LeagueRetired(),
    errors.BadLeagueName(),
    *(errors.BadTerms(["fault"] * many) for many in (1, 2)),
    errors.NotDirector(),
    errors.TooFewDirectors(),
    errors.NotRehearsed(),
    errors.NobodyPlays(),
    errors.PlaysThere(),
    *(errors.NotNow(status) for status in ("announced", "running", "cancelled", "drawn")),
    errors.AlreadyEntered("registered", NOW),
    errors.NotEntered(),
    errors.Unreliable(10, 30, 90),
    errors.RedCard(2),
    errors.ReasonMissing(),
    errors.BadPoints("0", "100"),
    errors.OwnDoing(),
)


@each_row("problem", PROBLEMS)
def test_every_problem_is_explained(problem: errors.ServiceError) -> None:
    assert said(texts.problem_text(problem))


@each_row("problem", IN_LEAGUES)
def test_every_problem_of_leagues_is_explained(problem: errors.ServiceError) -> None:
    assert said(league_problem_text(problem))


def test_every_kind_of_problem_is_among_the_examples() -> None:
    kinds = {
        kind
        for kind in vars(errors).values()
        if inspect.isclass(kind) and issubclass(kind, errors.ServiceError)
    }
    assert {type(problem) for problem in (*PROBLEMS, *IN_LEAGUES)} == kinds - {errors.ServiceError}


def test_every_act_has_a_title_and_a_sentence_for_whom_it_is_about_and_for_others() -> None:
    assert {act.name for act in ACTS} == set(texts.ACTS)
    for act in ACTS:
        told = {texts.act_words(act, reader(seat)) for seat in (A, B, C, None)}
        assert all(words.title and words.line.endswith(".") for words in told)
        assert len({words.title for words in told}) == 1
        assert len(told) == (1 if act.seat is None else 2)


def test_an_act_stands_in_the_story_where_it_was_done() -> None:
    moves = (
        Entry(A, "player", (facts.Laid(A, Cell(260), "P6", False),)),
        Entry(B, "act", (), ACTS[0]),
    )
    lines = texts.story(moves, reader(C))
    assert lines[-1] == texts.act_words(ACTS[0], reader(C)).line
