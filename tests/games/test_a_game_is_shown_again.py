"""Every moment comes back as it was known then, and nothing more is told before the end."""

import json
import random
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.urls import reverse

from engine.api import Seat as EngineSeat
from engine.registry import RULESETS, ruleset
from games import links
from games.links import SeatClaim
from games.models import Game, Seat, Setting
from games.replay import selectors as replay
from games.replay.rules import records
from games.replay.rules.playing import Unplayable
from games.replay.selectors import NoSuchMoment
from games.services import settings, turns
from tests.games.cast import NOW, PEOPLE, again, claim, moves, play_to_the_end, player, started
from tests.games.pages.table import browser, game_url

pytestmark = pytest.mark.django_db
PEOPLE_OF = {"duel": PEOPLE[:2], "duel-solo": PEOPLE[:1]}


def dealt(key: str) -> Game:
    return started(PEOPLE_OF.get(key, PEOPLE), key=key)


def views(game: Game) -> list[Any]:
    """What everybody and each seat knows now."""
    rules, row = ruleset(game.ruleset), again(game)
    state = rules.load(row.state)
    return [rules.view(state, None if at is None else EngineSeat(at)) for at in seats(game)]


def seats(game: Game) -> list[int | None]:
    return [None, *range(game.seats)]


def played(key: str, plies: int, seed: int = 1) -> tuple[Game, list[list[Any]]]:
    """Some moves at random, with what everybody knew after each."""
    game, draw = dealt(key), random.Random(seed)
    known = [views(game)]
    while (row := again(game)).status == Game.Status.ACTIVE and row.ply < plies:
        text = draw.choice(moves(game))
        turns.play_move(claim(game), text, seen_ply=row.ply, now=NOW)
        known.append(views(game))
    return again(game), known


def over(key: str = "saboteur") -> Game:
    game = dealt(key)
    play_to_the_end(game)
    return again(game)


@pytest.mark.parametrize("key", sorted(RULESETS))
def test_every_moment_is_shown_as_it_was_known_then(key: str):
    game, known = played(key, 25)
    for ply, then in enumerate(known):
        for seat, view in zip(seats(game), then, strict=True):
            at = replay.moment(game.key, ply, seat=seat, own=seat)
            assert at.view == view
            assert (at.ply, at.last) == (ply, game.ply)
            assert {entry.ply for entry in at.told if entry.act is None} == {ply}


def test_what_a_seat_set_for_itself_is_kept_and_the_game_comes_out_the_same():
    game = dealt("dark-cave")
    seat = Seat.objects.get(game=game, number=game.to_act[0])
    own = SeatClaim.of(seat)
    for text in ("order keep", "order keep", "order use", "order keep"):
        settings.change(own, text, now=NOW)
    assert list(Setting.objects.values_list("notation", flat=True)) == [
        "order keep",
        "order use",
        "order keep",
    ]
    turns.play_move(claim(game), moves(game)[-1], seen_ply=0, now=NOW)
    view: Any = replay.moment(game.key, 0, seat=seat.number, own=seat.number).view
    assert view.axe_order == "keep"
    assert replay.moment(game.key, 1, seat=None, own=None).ply == 1
    Setting.objects.all().delete()
    with pytest.raises(Unplayable):
        replay.moment(game.key, 0, seat=None, own=None)


def test_while_it_runs_nobody_looks_through_others_eyes():
    game, _known = played("saboteur", 3)
    for seat in range(3):
        own = (seat + 1) % 3
        with pytest.raises(NoSuchMoment):
            replay.moment(game.key, 1, seat=seat, own=own)
        with pytest.raises(NoSuchMoment):
            replay.moment(game.key, 1, seat=seat, own=None)


def test_once_it_is_over_everybody_looks_through_all_eyes():
    game = over()
    for seat in range(3):
        at = replay.moment(game.key, 0, seat=seat, own=None)
        assert len(at.view.hand) == at.view.hand_sizes[seat] > 0
        assert at.opened


@pytest.mark.parametrize(("ply", "seat"), [(99, None), (-1, None), (0, 3), (0, -1), (0, 99)])
def test_what_never_was_is_refused(ply: int, seat: int | None):
    game = over("duel-solo") if ply == 0 and seat == 99 else dealt("saboteur")
    with pytest.raises(NoSuchMoment):
        replay.moment(game.key, ply, seat=seat, own=None)


def test_a_moment_without_a_number_is_the_first_of_a_game_that_is_over_and_else_the_last():
    game, _known = played("saboteur", 4)
    assert replay.moment(game.key, None, seat=None, own=None).ply == 4
    assert replay.moment(over().key, None, seat=None, own=None).ply == 0


def test_rounds_begin_where_the_last_one_ended():
    game = over()
    at = replay.moment(game.key, 0, seat=None, own=None)
    assert len(at.round_ends) == 3
    assert at.round_ends[-1] == game.ply
    for number, end in enumerate(at.round_ends[:-1], 1):
        assert replay.moment(game.key, end, seat=None, own=None).view.round == number + 1
        assert replay.moment(game.key, end - 1, seat=None, own=None).view.round == number


def test_the_pages_lead_from_the_deal_to_the_end_and_through_all_eyes():
    game, page = over(), browser()
    path, seen = reverse("replays-public", args=[game.key]), []
    at: dict[str, Any] = {}
    while path:
        answer = page.get(path)
        assert answer.status_code == 200
        at = answer.context["page"]
        seen.append(at["at"])
        path = next(step.to for step in at["steps"] if step.rel == "next")
    assert seen == list(range(game.ply + 1))
    eyes = at["eyes"]
    assert [step.label for step in eyes] == ["Everybody", *at_names(game)]
    for number, step in enumerate(eyes):
        through = page.get(step.to.replace(f"/{game.ply}/", "/0/"))
        assert ("Hand</h2>" in through.content.decode()) == (number > 0)


def at_names(game: Game) -> list[str]:
    return [seat.name for seat in Seat.objects.filter(game=game).order_by("number")]


def test_the_ways_to_the_pages():
    game, _known = played("saboteur", 3)
    seat = Seat.objects.get(game=game, player=player("alice"))
    token = links.SEAT.sign(SeatClaim.of(seat))
    mine, letter = (
        reverse("replays-mine", args=[game.key, 1]),
        reverse("replays-by-letter", args=[token, 1]),
    )
    alice, mallory, nobody = browser(player("alice")), browser(player("mallory")), browser()
    assert alice.get(mine).context["page"]["hand"]
    assert nobody.get(letter).context["page"]["hand"]
    assert mallory.get(mine).status_code == 404
    assert nobody.get(mine).status_code == 302
    assert not nobody.get(reverse("replays-public", args=[game.key, 1])).context["page"]["hand"]
    for who in ("1", "2", "3", "99", "0", "x", "²", "-1"):
        path = reverse("replays-public", args=[game.key, 1])
        assert nobody.get(path, {"as": who}).status_code == 404
    others = (seat.number + 1) % 3 + 1
    assert alice.get(mine, {"as": str(others)}).status_code == 404
    assert nobody.get(reverse("replays-by-letter", args=[token + "x"])).status_code == 404
    for page in (alice.get(mine), nobody.get(game_url(game))):
        assert "/replay/" in page.content.decode()


def test_the_page_of_the_deal_is_called_so():
    game, page = over("duel-solo"), browser()
    for ply, heading in ((0, "The deal"), (1, f"Move 1 of {game.ply}")):
        at = page.get(reverse("replays-public", args=[game.key, ply])).content.decode()
        assert f">{heading}</h1>" in at
        assert f"<title>{heading} · " in at


def test_at_the_end_the_whole_maze_is_shown():
    """The goals are turned up then, and on a phone they lie outside of what one looks at."""
    game, page = over("saboteur"), browser()
    for ply in (game.ply - 1, game.ply):
        at = page.get(reverse("replays-public", args=[game.key, ply])).content.decode()
        whole = at[at.index('class="maze-whole"') :]
        assert ("checked" in whole[: whole.index(">")]) == (ply == game.ply)


def test_only_a_file_that_can_be_looked_at_again_is_said_to_be():
    running, _known = played("saboteur", 2)
    for game, whole in ((running, False), (over("duel-solo"), True)):
        page = browser().get(reverse("replays-public", args=[game.key])).content.decode()
        assert ("Look at such a file again" in page) == whole


def record_of(game: Game, name: str = "replays-public-record") -> dict[str, Any]:
    answer = browser().get(reverse(name, args=[game.key]))
    assert "attachment" in answer.headers["Content-Disposition"]
    found: dict[str, Any] = json.loads(answer.content)
    return found


def test_the_record_of_a_running_game_holds_what_was_told_and_no_more():
    game, _known = played("saboteur", 6)
    found = record_of(game)
    state = ruleset("saboteur").load(game.state)
    assert not {"seed", "done", "outcome"} & set(found)
    assert state.seed.hex() not in json.dumps(found)
    assert [ply for ply, _told in found["told"]] == list(range(7))
    for seat in Seat.objects.filter(game=game):
        theirs = browser().get(
            reverse("replays-record-by-letter", args=[links.SEAT.sign(SeatClaim.of(seat))])
        )
        assert json.loads(theirs.content)["seat"] == seat.number + 1
        assert json.loads(theirs.content)["told"] != found["told"]


def post(path: str, **fields: Any) -> Any:
    return browser().post(path, fields)


def upload(text: str) -> SimpleUploadedFile:
    return SimpleUploadedFile("game.json", text.encode(), "application/json")


@pytest.mark.parametrize("key", sorted(RULESETS))
def test_a_record_is_shown_again_without_the_game(key: str):
    game = over(key)
    then = [
        replay.moment(game.key, ply, seat=seat, own=None).view
        for ply in (0, game.ply)
        for seat in seats(game)
    ]
    text = json.dumps(record_of(game))
    Game.objects.filter(pk=game.pk).delete()
    record = records.read(text)
    assert [
        replay.shown(record, ply, seat).view for ply in (0, game.ply) for seat in seats(game)
    ] == then
    page = post(reverse("replays-shown"), file=upload(text))
    assert page.status_code == 200
    posted, step = page.context["posted"], page.context["page"]["steps"][-1]
    last = post(reverse("replays-shown"), record=posted, at=step.to)
    assert last.context["page"]["at"] == game.ply
    assert last.context["page"]["outcome"]


def test_a_record_of_a_running_game_is_no_game_to_show():
    game, _known = played("saboteur", 2)
    page = post(reverse("replays-shown"), file=upload(json.dumps(record_of(game))))
    assert page.status_code == 422
    assert "while the game still ran" in page.content.decode()


def changed(record: dict[str, Any], **changes: Any) -> str:
    return json.dumps(record | changes)


def test_what_is_no_record_says_so_and_breaks_nothing():
    found = record_of(over("duel-solo"))
    wrong = [
        "",
        "{}",
        "[" * 50_000,
        "nonsense",
        '{"format": 1' + "0" * 5000 + "}",
        changed(found, version=2),
        changed(found, ruleset="chess"),
        changed(found, ruleset=["saboteur"]),
        changed(found, names=[]),
        changed(found, names=["alice"] * 21),
        changed(found, names=["a\u202eb"]),
        changed(found, seed="zz"),
        changed(found, seed=7),
        changed(found, seed="00"),
        changed(found, options={"no": "such"}),
        changed(found, options=[]),
        changed(found, done=[[1, "pass P1", "sat"]]),
        changed(found, done=[[0, "pass P1"]]),
        changed(found, done=[[True, 7]]),
        changed(found, done=[[1, "pass Q9"]]),
        changed(found, done=found["done"] + found["done"]),
        changed(found, done=[[1, "order keep", "set"]]),
    ]
    for text in wrong:
        page = post(reverse("replays-shown"), file=upload(text))
        assert page.status_code in (400, 422), text[:80]
        assert 'role="alert"' in page.content.decode()
    posted = json.dumps(found)
    for at in ("999:all", "0:9", "x", "0:all:1", "٣:all"):
        page = post(reverse("replays-shown"), record=posted, at=at)
        assert page.status_code in (400, 422)


def test_a_record_says_which_move_is_wrong():
    found = record_of(over("duel-solo"))
    text = changed(found, done=[*found["done"][:2], [1, "pass Q9"]])
    page = post(reverse("replays-shown"), file=upload(text))
    assert "Move 3 of this record" in page.content.decode()


def test_names_in_a_record_are_shown_as_text():
    found = record_of(over("duel-solo"))
    text = changed(found, names=["<script>x()</script>"])
    page = post(reverse("replays-shown"), file=upload(text))
    assert page.status_code == 200
    assert "<script>x()" not in page.content.decode()


def test_to_go_on_asks_the_rules_once_and_the_database_little(django_assert_max_num_queries):
    game = over()
    path = reverse("replays-public", args=[game.key, 3])
    browser().get(path)
    with django_assert_max_num_queries(5):
        browser().get(path)
