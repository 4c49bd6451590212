"""What all tables of a round are dealt alike is told nobody before the last of them is over."""

import re
from collections.abc import Iterator
from itertools import product
from types import SimpleNamespace
from typing import Any

import pytest
from django.urls import get_resolver
from django.urls.converters import IntConverter

from engine import rng
from games.cases.selectors import subjects
from games.cases.services import freezing
from games.errors import DealSeen
from games.glass.selectors import has_looked
from games.leagues.rules.dues import LOOK_AGAIN
from games.leagues.rules.terms import load
from games.leagues.services import judging
from games.models import Game, Letter, Part, Player, Remark, Round, Season
from games.moderation.acts import ACTS
from games.moderation.rules.matrix import Relation
from games.moderation.selectors import relation_to
from games.people.rules.shown import Whom
from games.replay import selectors as replay
from games.replay.selectors import NoSuchMoment
from games.selectors import deals
from games.substitutes.services import sitting
from tests.games.cast import DAY, HOUR, player
from tests.games.leagues import cast, dealt
from tests.games.leagues.cast import NAMES
from tests.games.moderation.cast import (
    CHECK,
    address,
    broken,
    confirmed,
    done,
    previewed,
    seconded,
    staff,
)
from tests.games.moderation.twin.looking import Eyes, compared, drawing, undone, written_to
from tests.games.moderation.twin.walk import Walk, routes, typings
from tests.games.moderation.twin.worlds import forget
from tests.games.pages.table import browser

pytestmark = pytest.mark.django_db

STAFFS = ("/moderation/", "/log/", "/admin/")
MADE = 6
"""So many moves were made at each table."""


def duplicate(people: int = 4, **changes: Any) -> Season:
    """A season that has begun, all of whose tables play one deal in each round."""
    return cast.running(NAMES[:people], **{**cast.DUPLICATE, **changes})


def end(season: Season, at: int, scores: list[int]) -> Game:
    """End one table of the first round."""
    table = dealt.tables(season)[at]
    cast.end(table, scores, now=cast.when(season))
    cast.sweep(season, now=cast.when(season) + HOUR)
    return Game.objects.get(pk=table.game_id)


def points(season: Season) -> dict[str, str]:
    """What everybody has in the standing."""
    names = dict(season.entrants.values_list("pk", "player__name"))
    rows = season.divisions.get().standing.rows
    return {names[row["entrant"]]: row["points"] for row in rows}


def test_all_tables_of_a_round_get_one_deal_and_promise_it_by_different_hashes():
    season = duplicate()
    one, other = dealt.games(season)
    secret = bytes.fromhex(dealt.of(season).secret)
    assert dealt.dealt(one) == dealt.dealt(other)
    # Who plays against whom, and who begins, follows the seats of the draw.
    assert [one.closed, other.closed, one.listed] == [True, True, False]
    assert one.commitment != other.commitment
    for game in (one, other):
        assert game.commitment == rng.commitment(secret, game.key)
        assert replay.record(game.key, game.places.get(number=0)).keys() >= {"told"}
    cast.until(season, "final", play=cast.by_name)
    secrets = set(Round.objects.values_list("secret", flat=True))
    assert len(secrets) == season.divisions.get().rounds.count() == 2
    assert not Game.objects.filter(closed=True).exists()
    # Told, it is what everybody can check.
    assert replay.record(one.key, None)["seed"] == secret.hex()


def test_points_are_told_with_the_last_table_and_compare_same_seats():
    season = duplicate()
    end(season, 0, [9, 2])
    assert set(points(season).values()) == {"0"}
    assert dealt.of(season).told_at is None
    end(season, 1, [4, 5])
    assert dealt.of(season).told_at == cast.when(season)
    cast.sweep(season)
    found = points(season)
    seats = [
        [place.entrant.player.name for place in table.places.order_by("number")]
        for table in dealt.tables(season)
    ]
    (first, second), (third, fourth) = seats
    assert (found[first], found[third]) == ("100", "0")
    assert (found[second], found[fourth]) == ("0", "100")


def test_a_solo_ladder_by_gold_tells_no_score_before_all_have_played():
    season = cast.running(NAMES[:3], **cast.SOLO)
    games = dealt.games(season)
    assert len({str(dealt.dealt(game)) for game in games}) == 1
    end(season, 0, [7])
    end(season, 1, [5])
    assert set(points(season).values()) == {"0"}
    end(season, 2, [6])
    cast.sweep(season)
    assert sorted(points(season).values()) == ["5", "6", "7"]


def test_tables_that_compare_are_of_one_size_and_two_at_least():
    terms = load(cast.form(scoring={"kind": "duplicate"}))
    assert [terms.seating(count).tables for count in (5, 6, 8, 9)] == [
        (), (3, 3), (4, 4), (3, 3, 3),
    ]  # fmt: skip
    assert terms.seating(5).byes == 5
    assert terms.fewest == 6


def test_where_somebody_is_gone_a_bot_takes_his_seat_in_the_deal():
    four = {"ruleset": "saboteur", "low": 4, "high": 4, "preferred": 4, "min": 4, "rounds": 1}
    season = cast.prepared(NAMES[:8], **{**cast.DUPLICATE, "options": {"rounds": "1"}, **four})
    while not Round.objects.filter(status="published").exists():
        cast.step(season)
    gone = dealt.tables(season)[0].places.get(number=2)
    gone.state = "vacant"
    gone.save()
    cast.until(season, "running")
    cast.sweep(season)
    one, other = dealt.games(season)
    assert one.seats == other.seats == 4
    assert dealt.dealt(one) == dealt.dealt(other)
    assert [seat.bot for seat in one.places.order_by("number")].count(True) == 1
    assert not one.places.filter(player=gone.entrant.player).exists()


def test_an_annulled_table_covers_the_deal_as_long_as_it_may_go_on():
    season = duplicate()
    first, second = dealt.tables(season)
    Game.objects.filter(pk=first.game_id).update(
        status="annulled", ended_at=cast.when(season), covered_until=cast.when(season) + 3 * DAY
    )
    cast.sweep(season)
    end(season, 1, [9, 2])
    first.refresh_from_db()
    assert first.status == "annulled"
    assert dealt.of(season).told_at is None
    cast.sweep(season, now=cast.when(season) + 3 * DAY)
    assert dealt.of(season).told_at == cast.when(season)
    second.game.refresh_from_db()
    assert not second.game.closed


def test_a_game_that_counts_no_more_keeps_a_deal_closed_no_longer_than_tables_may_run_on():
    season = duplicate(rounds=1, running_on=8)
    table = dealt.tables(season)[0]
    judging.annul(table.pk, by=player("olga"), reason="Unfair", now=cast.when(season))
    end(season, 1, [9, 2])
    cast.until(season, "counting")
    close = cast.when(season)
    while cast.when(season) < close + 8 * DAY - HOUR:
        cast.step(season)
    # It goes on as any other, and until it is over nothing of its deal is told.
    assert dealt.games(season)[0].status == "active"
    assert dealt.of(season).told_at is None
    cast.until(season, "final", most=60)
    game = dealt.games(season)[0]
    assert (game.status, game.outcome, game.deadline_at) == ("finished", None, None)
    assert close + 8 * DAY <= game.ended_at <= close + 8 * DAY + LOOK_AGAIN
    assert dealt.of(season).told_at == game.ended_at
    assert game.entries.latest("pk").act == "waited-for"
    assert Letter.objects.filter(entry__act="waited-for").count() == 2


def test_who_knows_the_deal_sits_nowhere_else_and_is_no_stranger_there():
    season = duplicate()
    one, other = dealt.games(season)
    outside = other.places.get(number=0).player
    assert deals.has_seen(outside, one)
    with pytest.raises(DealSeen):
        sitting.require_stranger(one, outside)
    sitting.require_stranger(one, player("zoe"))
    assert relation_to(outside, one) is Relation.PLAYS
    assert relation_to(player("zoe"), one) is Relation.NONE


def test_a_report_encloses_nothing_of_a_deal_that_others_play():
    season = duplicate()
    game = dealt.games(season)[0]
    by, about = (seat.player for seat in game.places.order_by("number"))
    found = subjects.of_seat(game.key, 1, by=by)
    assert (found.person, found.own_seat) == (about, None)
    kept = freezing.public(found, by=by, now=cast.when(season))
    assert "seats" in kept
    assert not {"ply", "picture", "words", "record"} & kept.keys()


class _Doors:
    """All that somebody can ask about a table, or about its league."""

    def __init__(self, season: Season, game: Game) -> None:
        self.season, self.game = season, game
        self.sits = game.places.order_by("number")[0].player
        self.entrants = list(season.entrants.order_by("pk").values_list("pk", flat=True))
        self.elsewhere = dealt.games(season)[1].places.order_by("number")[0].player
        here = SimpleNamespace(game=game, player=self.sits, references=())
        self.walk = Walk(here)  # type: ignore[arg-type]
        self.paths = list(self._addresses())

    def _addresses(self) -> Iterator[str]:
        """Name every address that has something in it, with this table and its league there."""
        for route, takes in routes(get_resolver().url_patterns):
            if not takes or route.startswith(("admin/", "moderation/do/")):
                continue
            about = {"leagues/": self.season.league.key, "p/": self.sits.key}
            key = next((about[each] for each in about if route.startswith(each)), self.game.key)
            several = {"ply": [0, MADE], "entrant": self.entrants}
            for values in product(*(several.get(name, [1]) for name in takes)):
                path = route
                for name, value in zip(takes, values, strict=True):
                    chosen = value if isinstance(takes[name], IntConverter) else key
                    path = re.sub(rf"<(\w+:)?{name}>", str(chosen), path)
                yield f"/{path}"

    def all(self, *, shortly: bool = False) -> list[Any]:
        """Ask everything, as everybody who has no seat there, or as a stranger and a host alone."""
        answers: list[Any] = []
        public = [path for path in self.paths if not path.startswith(STAFFS)]
        near = [path for path in public if path.startswith(("/g/", "/p/", "/leagues/"))]
        for who, paths in {"zoe": public, self.elsewhere.name: near, "olga": near}.items():
            eyes = Eyes(player(who), answers)
            for path in paths if who == "zoe" or not shortly else ():
                eyes.ask(path)
        self._office(Eyes(player("hal"), answers))
        if shortly:
            return answers
        eyes = Eyes(player("mia"), answers)
        for path in self.paths:
            if path.startswith(STAFFS):
                eyes.ask(path)
        eyes.note("letters", written_to(["olga@example.org", "otto@example.org"]))
        self._acts(eyes)
        return answers

    def _acts(self, eyes: Eyes) -> None:
        """Preview every act on the table."""
        for act in ACTS.values():
            if act.about == "game":
                here = address(act.key, self.game.key)
                eyes.ask(here)
                with undone():
                    eyes.ask(here, typings(act, self.walk)[0] | CHECK)

    def _office(self, eyes: Eyes) -> None:
        """Look at its rows in the admin."""
        rows = {
            "game": [self.game.pk],
            "seat": self.game.places.values_list("pk", flat=True),
            "move": self.game.moves.order_by("pk").values_list("pk", flat=True)[:2],
            "letter": Letter.objects.filter(game=self.game).values_list("pk", flat=True)[:2],
        }
        for name, ids in rows.items():
            eyes.ask(f"/admin/games/{name}/?q={self.game.key}")
            for pk in ids:
                eyes.ask(f"/admin/games/{name}/{pk}/change/")


@pytest.mark.timeout(600)
def test_no_door_tells_a_deal_from_another_before_its_last_table_is_over(set_clock, settings):
    with drawing("doors"):
        season = duplicate()
        for game in dealt.games(season):
            dealt.play(game, MADE)
        over = end(season, 0, [9, 2])
        doer = over.places.get(number=0).player
        Part.objects.create(game=over, round=1, seat=0, player=doer, role="green", gold=3)
        Remark.objects.create(
            game=over, room="table", by=doer, name=doer.name, text="the gold lay at the top",
            once="t" * 32, made_at=cast.NOW,
        )  # fmt: skip
        # He tells everybody how his games went, but for those of which nothing may be told.
        Player.objects.filter(pk=doer.pk).update(
            shown={"games": Whom.EVERYBODY, "roles": Whom.EVERYBODY}
        )
        staff("mia")
        staff("hal", "host")
        Letter.objects.update(status="sent")
        set_clock(cast.when(season))
        doors, twins = _Doors(season, over), dealt.Twins(season)
        told, both = [], list[Any]()
        for closed in (True, False):
            if not closed:
                end(season, 1, [4, 5])
                cast.sweep(season)
            both.clear()
            for other in (False, True):
                with undone():
                    forget()
                    if other:
                        twins.enter_the_other()
                    both.append(doors.all(shortly=not closed))
            told.append(compared(*both))
            assert len(both[0]) > 60
    assert "\n\n".join(map(str, told[0])) == ""
    # Once it is over the same doors tell it: so they were looked through.
    asked = "".join(f"{each.asked} " for each in told[1])
    for door in (
        *(
            "talk/",
            "story/",
            "maze/",
            "small.svg",
            "record.json",
            "replay/",
            "standing.json",
            "admin/",
        ),
        *(f"/g/{over.key}/ ", f"/p/{doors.sits.key}/", "/1/1/", f"/1/1/{doors.entrants[0]}/"),
    ):
        assert door in asked, door


def test_scenario_26_a_deal_is_covered_until_its_last_table_is_over(set_clock):
    with drawing("one deal"):
        season = duplicate(6)
    set_clock(cast.when(season))
    one, other, third = dealt.games(season)
    for game in (one, other, third):
        dealt.play(game, MADE)
    seconded(done(staff("mia"), "annul", one.key, why="fault"), one)
    # Long after it could have gone on its cards are covered yet, for its own players, too.
    set_clock(cast.when(season) + 4 * DAY)
    cast.sweep(season, now=cast.when(season) + 4 * DAY)
    seat = one.places.get(number=0)
    assert "seed" not in replay.record(one.key, seat)
    with pytest.raises(NoSuchMoment):
        replay.moment(one.key, None, seat=1, own=0)

    shown = previewed(browser(player("mia")), "rewind", third.key, to=2, why="fault", kept="on")
    assert "this one is compared with them no longer" in shown.content.decode()
    seconded(confirmed(browser(player("mia")), "rewind", third.key, shown), third)

    broken(third, third.places.get(number=0).player.name)
    assert [has_looked(player("mia"), game) for game in (one, other, third)] == [True] * 3

    end(season, 1, [9, 2])
    assert dealt.of(season).told_at is None
    end(season, 2, [4, 5])
    assert dealt.of(season).told_at is not None
    assert [table.apart for table in dealt.tables(season)] == [False, False, True]
    record = replay.record(one.key, None)
    assert record["seed"] == dealt.of(season).secret
