"""What an absence leads to, and how a card is taken back."""

from datetime import UTC, datetime, timedelta

from games.leagues.rules.cards import (
    Card,
    Event,
    What,
    bars,
    carried,
    final,
    given,
    lapses,
    may_be_appealed,
    may_decide,
    seen,
)

NOW = datetime(2026, 3, 1, 12, tzinfo=UTC)


def cards(*events: Event, **start: Card) -> list[Card]:
    return [step.card for step in given(events, start)]


def test_abandoning_leads_to_yellow_wherever_it_stands_in_a_round():
    silent, abandoned = (Event(1, "A", what) for what in (What.SILENT, What.ABANDONED))
    assert cards(silent, abandoned) == [Card.WARNING, Card.YELLOW]
    assert cards(abandoned, silent) == [Card.YELLOW]
    assert cards(silent, abandoned, A=Card.WARNING) == [Card.YELLOW]
    assert cards(abandoned, A=Card.YELLOW) == [Card.RED]


def test_nothing_is_above_red():
    events = [Event(n, "A", What.MISSED) for n in range(1, 6)]
    assert cards(*events) == [Card.WARNING, Card.YELLOW, Card.RED]
    assert final(given(events, {}), {}) == {"A": Card.RED}


def test_what_is_taken_back_takes_back_what_followed_from_it():
    first, second = Event(1, "A", What.MISSED), Event(2, "A", What.MISSED)
    assert cards(first, second) == [Card.WARNING, Card.YELLOW]
    granted = Event(1, "A", What.MISSED, revoked=True)
    assert cards(granted, second) == [Card.WARNING]
    assert cards(granted, Event(1, "A", What.SILENT)) == [Card.WARNING]


def test_a_card_pales_by_one_from_season_to_season_and_red_bars_the_next():
    assert [carried(card) for card in Card] == [Card.NONE, Card.NONE, Card.WARNING, Card.YELLOW]
    assert [card for card in Card if bars(card)] == [Card.RED]


def test_an_absence_is_seen_at_its_measure_and_not_before():
    day = timedelta(days=1)
    assert seen(first_passed=False, missed=2, in_a_row=2, idle=9 * day) == ()
    assert seen(first_passed=True, missed=3, in_a_row=3, idle=day) == (
        What.SILENT,
        What.MISSED,
        What.ABANDONED,
    )
    assert seen(first_passed=False, missed=0, in_a_row=0, idle=10 * day) == (What.ABANDONED,)


def test_what_directors_give_is_one_step_of_its_own_in_any_round():
    silent, step = Event(1, "ada", What.SILENT), Event(1, "ada", What.GIVEN)
    assert cards(silent, step) == [Card.WARNING, Card.YELLOW]
    assert cards(step, silent) == [Card.WARNING, Card.YELLOW]
    assert cards(step, step, step, step) == [Card.WARNING, Card.YELLOW, Card.RED]
    assert cards(step, Event(1, "ada", What.GIVEN, revoked=True)) == [Card.WARNING]
    # To be taken out is no step.
    assert cards(Event(1, "ada", What.REMOVED)) == []


def test_an_appeal_has_a_week_and_is_granted_if_nobody_decides_in_another():
    week = timedelta(days=7)
    assert may_be_appealed(NOW, NOW + week - timedelta(seconds=1))
    assert not may_be_appealed(NOW, NOW + week)
    assert lapses(NOW) == NOW + week


def test_who_gave_a_step_or_plays_there_does_not_decide_about_it():
    assert may_decide("cara", gave="dino", sitting=["eve"])
    assert may_decide("cara", gave=None, sitting=[])
    assert not may_decide("cara", gave="cara", sitting=["eve"])
    assert not may_decide("eve", gave="dino", sitting=["eve"])
