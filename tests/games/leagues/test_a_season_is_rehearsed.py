"""A season is played many times before it is announced, and its directors learn what to expect."""

from dataclasses import replace
from datetime import date, timedelta
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest
from django.core.management import CommandError, call_command

from games.errors import NobodyPlays, NotDirector, NotNow, NotRehearsed
from games.leagues.rehearsal import plots
from games.leagues.rehearsal.figures import Figures
from games.leagues.rehearsal.games import Board
from games.leagues.rehearsal.measuring import board_of
from games.leagues.rehearsal.running import rehearse
from games.leagues.rehearsal.warnings import What, warnings
from games.leagues.rules.terms import Terms, load
from games.leagues.selectors import rehearsals
from games.leagues.services import directing, rehearsing
from games.models import Line, Rehearsal, Season
from tests.games.cast import player
from tests.games.leagues import cast
from tests.games.leagues.cast import NOW

FORMATS = {
    "groups": cast.form(),
    "swiss": cast.form(**cast.SWISS),
    "robin": cast.form(**cast.ROBIN),
    "duplicate": cast.form(**cast.DUPLICATE),
    "solo": cast.form(**cast.SOLO),
}


def rehearsed(terms: Terms, *, players: int = 8, seed: int = 7) -> tuple[Figures, ...]:
    """Rehearse a season a few times."""
    turns = dict.fromkeys(range(terms.sizes.low, terms.sizes.high + 1), 20)
    board = Board(turns, most=20, hours=48)
    return rehearse(terms, board, players=players, pool=3, seed=seed, runs=3)


@pytest.mark.parametrize("name", FORMATS)
def test_figures_fit_together(name: str):
    found = rehearsed(load(FORMATS[name]))
    assert [each.players for each in found] == [6, 8, 10]
    for each in found:
        assert each.days_median <= each.days_95 <= each.days_worst
        assert each.at_once_median <= each.at_once_most
        assert sum(each.decided.values()) == pytest.approx(1)
        assert sum(each.clinched.values()) == pytest.approx(1)
        assert each.bound <= each.squares
        assert each.met_least <= each.met_most <= max(map(int, each.meetings))
        assert sum(each.games_at_once.values()) == each.players * each.runs
        assert each.found <= each.wanted


def test_the_same_seed_gives_the_same_figures():
    terms = load(FORMATS["robin"])
    assert rehearsed(terms) == rehearsed(terms) != rehearsed(terms, seed=8)


def test_a_game_is_measured_by_one_that_bots_play():
    board = board_of(load(FORMATS["solo"]))
    assert board.hours == 48
    assert 20 < board.turns[1] < 200
    assert board.longest(1) == board.turns[1] * 48


def test_numbers_with_which_there_is_no_season_are_left_out():
    terms = load({**FORMATS["robin"], "least": 7, "greatest": 9})
    assert [each.players for each in rehearsed(terms)] == [8]
    assert rehearsed(terms, players=4) == ()


def test_directors_are_warned_of_what_they_may_not_have_meant():
    terms = load(FORMATS["robin"])
    told = rehearsed(terms)[0]
    quiet = replace(
        told, at_once_most=12, lot_promotes=0.1, squares=100, bound=80,
        decided=dict.fromkeys(told.decided, 0.1),
    )  # fmt: skip
    assert [each.what for each in warnings(terms, quiet)] == [What.NEVER]
    ends = terms.first_at + timedelta(days=told.days_95 + terms.counting)
    loud = replace(
        quiet, at_once_most=13, lot_promotes=0.11, squares=101, decided=told.decided | {"sb": 0}
    )
    found = list(warnings(terms, loud, following=ends - timedelta(days=3)))
    assert [each.what for each in found][:4] == [
        What.TOO_LONG, What.AT_ONCE, What.LOT, What.UNEVEN,
    ]  # fmt: skip
    assert found[0].said == {"days": 4}
    assert {each.said["rule"] for each in found[4:]} >= {"sb", "swap"}


def test_bars_say_in_words_what_they_show():
    picture = ElementTree.fromstring(plots.bars("Days <of a season>", {"1": 3, "8": 0}))
    assert [each.text for each in picture][:2] == ["Days <of a season>", "1: 3, 8: 0"]
    heights = [float(each.get("height", 0)) for each in picture if each.tag.endswith("rect")]
    assert heights[0] > 100 > heights[1] == 0
    folded = plots.gathered({1: 1, 2: 2, 50: 1}, most=5)
    assert folded == {"1": 3, "11": 0, "21": 0, "31": 0, "41": 1}


@pytest.mark.django_db
def test_a_drafted_season_is_rehearsed_by_a_command(tmp_path: Path, capsys):
    league = cast.league()
    directing.draft(league.pk, cast.form(**cast.ROBIN), by=player("olga"), now=cast.NOW)
    asked = {"players": 6, "runs": 2, "seed": 3}
    call_command("rehearse", league.key, **asked, plots=tmp_path)
    told = capsys.readouterr().out
    assert told.startswith("2 runs from the seed 3\n")
    assert "\n6 players\n" in told
    assert "Squares of meetings" in told
    assert "this rule changes nothing in any run: How many change places at each border." in told
    assert sorted(each.name for each in tmp_path.iterdir())[:2] == [
        "at-once-4.svg",
        "at-once-6.svg",
    ]
    with pytest.raises(CommandError):
        call_command("rehearse", "nobody", **asked)


def draft() -> Season:
    """Rules of a season that its directors could announce, but for the rehearsal."""
    return directing.draft(cast.league().pk, cast.form(), by=player("olga"), now=NOW)


def ask(season: Season, *, players: int = 8, runs: int = 2, **more: Any) -> Rehearsal:
    """Let olga ask for a rehearsal."""
    return rehearsing.ask(
        season.pk, players=players, pool=3, by=player("olga"), runs=runs, now=NOW, **more
    )


@pytest.mark.django_db
class TestBeforeItIsAnnounced:
    """The rehearsal that a season has to have."""

    def test_what_was_not_rehearsed_is_not_announced(self):
        season = draft()
        with pytest.raises(NotRehearsed):
            directing.announce(season.pk, by=player("olga"), now=NOW)
        ask(season)
        with pytest.raises(NotRehearsed):
            directing.announce(season.pk, by=player("olga"), now=NOW)
        assert rehearsing.sweep(now=NOW) == 1
        assert directing.announce(season.pk, by=player("olga"), now=NOW).status == "announced"

    @pytest.mark.parametrize("change", [{"first": "2026-04-02T19:00"}, {"swap": 0}])
    def test_a_rehearsal_counts_for_the_very_rules_and_dates_that_stand(self, change):
        season = draft()
        cast.rehearse(season)
        again = directing.draft(season.league_id, cast.form(**change), by=player("olga"), now=NOW)
        with pytest.raises(NotRehearsed):
            directing.announce(again.pk, by=player("olga"), now=NOW)
        assert rehearsals.by_others(again.pk, load(again.terms))
        directing.draft(season.league_id, cast.form(), by=player("olga"), now=NOW)
        directing.announce(season.pk, by=player("olga"), now=NOW)

    def test_who_presses_twice_gets_one_rehearsal(self):
        season = draft()
        one, other = ask(season), ask(season, following=date(2026, 5, 1))
        assert one.pk == other.pk
        assert Rehearsal.objects.get().following == date(2026, 5, 1)
        assert ask(season, players=9).pk != one.pk

    def test_slices_come_to_the_same_as_one_go(self, monkeypatch: pytest.MonkeyPatch):
        season = draft()
        row = ask(season, runs=3)
        monkeypatch.setattr(rehearsing, "SLICE", 0)
        slices = 0
        while not (row := Rehearsal.objects.get()).ended_at:
            assert rehearsing.go_on(row.pk, now=NOW)
            slices += 1
        assert slices == 9, "each run of three numbers of players is a slice"
        rules = load(season.terms)
        whole = rehearse(rules, board_of(rules), players=8, pool=3, seed=row.seed, runs=3)
        assert row.found == [each.dump() for each in whole]

    def test_whoever_was_killed_in_a_slice_loses_no_more_than_that(self, monkeypatch):
        season = draft()
        row = ask(season, runs=3)
        monkeypatch.setattr(rehearsing, "SLICE", 0)
        assert rehearsing.go_on(row.pk, now=NOW)
        with monkeypatch.context() as dying:
            dying.setattr(rehearsing, "_keep", killed)
            with pytest.raises(KeyboardInterrupt):
                rehearsing.go_on(row.pk, now=NOW)
        assert not rehearsing.go_on(row.pk, now=NOW), "it may be alive yet"
        later = NOW + rehearsing.LEASE
        assert rehearsing.go_on(row.pk, now=later)
        (read,) = rehearsals.rehearsed(season.pk, load(season.terms))
        assert (read.done, read.of) == (2, 9)

    def test_who_took_too_long_overwrites_nothing(self, monkeypatch: pytest.MonkeyPatch):
        row = ask(draft(), runs=1)
        play, later = rehearsing._slice, NOW + rehearsing.LEASE

        def overtaken(*args: Any) -> None:
            monkeypatch.setattr(rehearsing, "_slice", play)
            assert rehearsing.go_on(row.pk, now=later)
            play(*args)

        monkeypatch.setattr(rehearsing, "_slice", overtaken)
        assert not rehearsing.go_on(row.pk, now=NOW)
        row.refresh_from_db()
        assert row.ended_at == later

    def test_what_fails_is_told_and_can_be_asked_for_once_more(self, monkeypatch, caplog):
        season = draft()
        row = ask(season)
        with monkeypatch.context() as failing:
            failing.setattr(rehearsing, "board_of", lambda _: 1 // 0)
            for _ in range(5):
                rehearsing.sweep(now=NOW)
        assert caplog.text.count("cannot be rehearsed") == 3
        (read,) = rehearsals.rehearsed(season.pk, load(season.terms))
        assert read.stuck
        assert not rehearsing.sweep(now=NOW)
        ask(season)
        assert rehearsing.go_on(row.pk, now=NOW)

    def test_rules_that_were_written_anew_are_rehearsed_no_more(self):
        season = draft()
        row = ask(season)
        directing.draft(season.league_id, cast.form(days=9), by=player("olga"), now=NOW)
        assert not rehearsing.go_on(row.pk, now=NOW)
        assert not Rehearsal.objects.exists()

    def test_directors_alone_ask_while_it_is_a_draft_and_of_as_many_as_can_play(self):
        season = draft()
        with pytest.raises(NotDirector):
            rehearsing.ask(season.pk, players=8, pool=0, by=player("ada"), now=NOW)
        for players in (1, 3000):
            with pytest.raises(NobodyPlays):
                ask(season, players=players)
        ask(season)
        cast.rehearse(season)
        directing.announce(season.pk, by=player("olga"), now=NOW)
        with pytest.raises(NotNow):
            ask(season)
        line = Line.objects.filter(act="league-rehearse").earliest("pk")
        assert (line.actor, line.arguments["players"]) == (player("olga").pk, 8)


def killed(*_: object) -> None:
    """What happens to a worker that is killed."""
    raise KeyboardInterrupt
