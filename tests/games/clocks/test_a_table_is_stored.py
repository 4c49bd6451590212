"""What is stored of a table's time reads back as it was, and forgets what is over."""

import json
from dataclasses import replace
from datetime import date

from games.clocks.rules import breaks, giving, ruling, seating, settings, store, turns
from games.clocks.rules.people import person
from games.clocks.rules.stretches import HOUR, Stretch
from games.clocks.rules.table import Table
from tests.games.clocks.cast import START, asked, at, table


def read_back(of: Table) -> Table:
    return store.load(json.loads(json.dumps(store.dump(of))))


def test_a_table_with_everything_reads_back() -> None:
    bank = {"style": "bank", "initial": 24, "increment": 12, "cap": 96}
    of = asked(person("Europe/Berlin", "22:00-06:00"), clock=bank, days_off=["sun"])
    of = breaks.leave(of, 2, (None, date(2026, 3, 9)), now=START)
    of = giving.extend(of, 1, 5, by=2, now=START)
    of = breaks.pause(of, START + 30 * HOUR, by=2, now=START + HOUR)
    of = giving.outage(of, Stretch(START + 2 * HOUR, START + 4 * HOUR))
    of = giving.bounce(of, 1, now=START + 5 * HOUR)
    of = seating.hand_to_bot(of, 2)
    assert read_back(of) == of


def test_a_turn_that_stands_aside_and_a_table_that_has_not_begun_read_back() -> None:
    aside = turns.go_on(asked(), {2: 1}, now=START + 4 * HOUR, answered=1)
    assert read_back(aside) == aside
    assert read_back(Table(table().settings)) == Table(table().settings)


def test_a_running_turn_keeps_the_rule_it_began_under() -> None:
    shorter = replace(asked().settings, style=settings.PRESETS["brisk"].style, misses=3)
    of = ruling.rule(asked(), shorter, now=START)
    assert of.seats[1].clock.turn.rule != of.settings
    assert read_back(of) == of


def test_pauses_and_outages_are_forgotten_with_the_turns_they_lay_in() -> None:
    of = giving.outage(asked(), Stretch(START, at("03-02 12:00")))
    of = breaks.resume(breaks.pause(of, at("03-03 10:00"), by=2, now=START), now=at("03-02 13:00"))
    assert read_back(of).outages == of.outages != ()
    nobody = turns.go_on(of, {}, now=at("03-02 12:30"))
    assert read_back(nobody).pauses, "a table where only a bot is asked may be paused too"
    later = turns.go_on(of, {2: 2}, now=at("03-02 14:00"), answered=1)
    assert (read_back(later).outages, read_back(later).pauses) == ((), ())
