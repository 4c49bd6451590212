"""An act: its preview is what then happens; its confirmation is good once, for what was seen."""

import re
from datetime import timedelta

import pytest
from django.core import signing

from games.clocks.services import keeping, wishes
from games.models import Act, Entry, Game, Letter, Line, Seat
from games.moderation.acts import ACTS
from games.moderation.rules.matrix import ROWS
from games.services import locks
from tests.games.cases.cast import claims
from tests.games.cast import (
    DAY,
    HOUR,
    MINUTE,
    NOW,
    again,
    all_sent,
    asked,
    pass_on,
    player,
    started,
)
from tests.games.moderation.cast import (
    WHY,
    address,
    confirmation,
    confirmed,
    done,
    log,
    previewed,
    staff,
)
from tests.games.moderation.test_every_built_act_asks_the_matrix import UNSEEN, prepared
from tests.games.pages.table import browser, checksum, text_of
from tests.games.test_two_posts_at_once import at_once

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def now(set_clock) -> None:
    set_clock(NOW)


TOLD_APART = (
    *("revoke-links", "hold", "note", "mute", "no-reports", "no-new-games", "seat-removed", "lift"),
    *("hide-talk", "plain-name", "reset-address"),
    *("close-report", "decide-appeal"),
)


class Done:
    """It was done."""


class Again:
    """It had been done before."""


def dues(game: Game) -> dict[int, object]:
    table = keeping.seen(locks.seen(game.key), now=NOW)
    return {at: seat.clock.due if seat.clock else None for at, seat in table.seats.items()}


@pytest.mark.parametrize("act", [act for act in ACTS if ROWS[act]["H·n"] != "2"])
def test_a_preview_is_what_then_happens(act: str):
    game, target, typed = prepared(act)
    client, before = browser(staff("hal", "host")), dues(game)
    if ACTS[act].about in UNSEEN:
        claims(staff("hal", "host"), target)
    # That somebody was here today is kept with the first form that he sends.
    client.post(address(act, target), {})
    rows = checksum()
    shown = previewed(client, act, target, **typed)
    assert checksum() == rows
    plan = shown.context["plan"]
    news = Letter.objects.exclude(kind__in=("turn", "started"))
    letters, entries = news.count(), Entry.objects.count()
    assert confirmed(client, act, target, shown).status_code == 303
    after = dues(game)
    assert {each.seat: each.after for each in plan.moved} == {
        at: due for at, due in after.items() if due != before[at]
    }
    new = Entry.objects.order_by("pk")[entries:]
    assert [(row.act, row.seat) for row in new] == [(each.act, each.seat) for each in plan.entries]
    told = {seat for each in plan.entries for seat in each.told}
    found = Letter.objects.filter(entry__in=new).values_list("seat__number", flat=True)
    former = {each.former for each in plan.entries if each.former}
    # Who had a seat is written to at his address.
    assert set(found) == told | ({None} if former else set())
    # Links are told to their holder by a letter of their own, a sanction to whom it is given; and
    # whoever is asked is asked.
    assert news.count() - letters == len(told) + len(former) + (act in TOLD_APART)
    line = Line.objects.latest("number")
    row = Act.objects.get(key=act)
    assert (line.act, line.actor, line.role) == (act, row.actor_id, "host")
    assert line.preview == row.digest
    assert (line.reason, row.stage) == (WHY["reason"], "done")


def test_a_deadline_is_told_in_the_zone_of_who_acts_and_in_utc():
    game = started(hours=24)
    mia = staff("mia")
    type(mia).objects.filter(pk=mia.pk).update(time_zone="Europe/Berlin")
    shown = previewed(browser(staff("mia")), "extend-game", game.key, hours=5)
    page = text_of(shown.content.decode())
    assert "Mon 2 Mar, 13:00 CET (2026-03-02 12:00 UTC)" in page
    assert "Mon 2 Mar, 18:00 CET (2026-03-02 17:00 UTC)" in page


def test_the_same_confirmation_again_says_when_it_was_done_and_does_nothing(set_clock):
    game, client = started(hours=24), browser(staff("mia"))
    shown = previewed(client, "extend-game", game.key, hours=5)
    assert confirmed(client, "extend-game", game.key, shown).status_code == 303
    set_clock(NOW + 10 * MINUTE)
    rows = checksum()
    answer = confirmed(client, "extend-game", game.key, shown)
    assert answer.status_code == 200
    assert "Done at Sun 1 Mar, 12:00 UTC" in text_of(answer.content.decode())
    assert checksum() == rows
    assert log(game) == ["extend-game"]


@pytest.mark.django_db(transaction=True)
def test_two_clicks_at_once_do_it_once():
    game = started(hours=24)
    mia = staff("mia")
    shown = previewed(browser(mia), "extend-game", game.key, hours=5)
    kinds = {303: Done, 200: Again}

    def click() -> object:
        return kinds[confirmed(browser(mia), "extend-game", game.key, shown).status_code]()

    assert at_once([click] * 4) == {"Done": 1, "Again": 3}
    assert again(game).deadline_at == NOW + 29 * HOUR
    assert log(game) == ["extend-game"]


def test_of_two_moderators_the_first_wins_and_the_second_sees_how_it_is_now():
    game = started(hours=24)
    mia, max_ = browser(staff("mia")), browser(staff("max"))
    one, other = (previewed(who, "extend-game", game.key, hours=5) for who in (mia, max_))
    confirmed(mia, "extend-game", game.key, one)
    answer = confirmed(max_, "extend-game", game.key, other)
    assert answer.status_code == 409
    page = text_of(answer.content.decode())
    assert "what you saw has changed meanwhile" in page
    assert answer.context["plan"].moved[0].before == NOW + 29 * HOUR
    assert again(game).deadline_at == NOW + 29 * HOUR
    assert confirmed(max_, "extend-game", game.key, answer).status_code == 303
    assert again(game).deadline_at == NOW + 34 * HOUR


def test_a_move_makes_more_time_for_its_turn_stale_and_no_pause():
    game, client = started(hours=24), browser(staff("mia"))
    turn = previewed(client, "extend-turn", game.key, seat=asked(game).number, hours=5)
    pause = previewed(client, "pause", game.key, last="2026-03-03")
    for _ in range(3):
        # The same seat is asked again, for another turn.
        pass_on(game)
    assert confirmed(client, "extend-turn", game.key, turn).status_code == 409
    assert confirmed(client, "pause", game.key, pause).status_code == 303


def test_what_its_organiser_did_meanwhile_makes_a_preview_stale():
    game, client = started(hours=24), browser(staff("mia"))
    Game.objects.filter(pk=game.pk).update(organiser=player("ola"))
    shown = previewed(client, "extend-game", game.key, hours=5)
    wishes.extend(game.key, game.to_act[0], 10, by=player("ola"), now=NOW)
    answer = confirmed(client, "extend-game", game.key, shown)
    assert answer.status_code == 409
    assert again(game).deadline_at == NOW + 34 * HOUR


def test_a_preview_that_was_looked_at_for_too_long_is_shown_anew(set_clock):
    game, client = started(hours=24), browser(staff("mia"))
    shown = previewed(client, "pause", game.key, last="2026-03-03")
    set_clock(NOW + timedelta(minutes=16))
    answer = confirmed(client, "pause", game.key, shown)
    assert answer.status_code == 409
    assert confirmed(client, "pause", game.key, answer).status_code == 303


def test_a_confirmation_is_good_for_its_act_its_game_and_its_actor_alone():
    game, other, client = started(hours=24), started(hours=24), browser(staff("mia"))
    shown = previewed(client, "pause", game.key, last="2026-03-03")
    token = confirmation(shown)
    rows = checksum()
    for who, act, target, sent in (
        (client, "pause", other.key, token),
        (client, "resume", game.key, token),
        (browser(staff("max")), "pause", game.key, token),
        (client, "pause", game.key, token[:-2]),
        (client, "pause", game.key, signing.dumps({"act": "pause"}, salt="games")),
        (client, "pause", game.key, "nonsense"),
    ):
        answer = who.post(address(act, target), {"confirmation": sent})
        assert answer.status_code == 404, (act, target, sent)
    after = checksum()
    changed = {name for name in rows if rows[name] != after[name]}
    signed_in = {"django_session", "games_session", "games_role", "games_player", "games_trace"}
    assert changed <= signed_in


def test_all_faults_of_a_form_are_told_at_once_and_what_was_typed_stays():
    game = started(hours=24)
    typed = {"hours": "0", "why": "revenge", "reason": "short", "message": "m" * 301}
    answer = previewed(browser(staff("mia")), "extend-game", game.key, **typed)
    assert answer.status_code == 400
    assert set(answer.context["form"].errors) == {"hours", "why", "reason", "message"}
    assert ">short</textarea>" in answer.content.decode().replace("\n", "")


def test_what_is_refused_is_logged_once_a_minute(set_clock):
    game = started(hours=24)
    Game.objects.filter(pk=game.pk).update(organiser=player("ola"))
    client = browser(staff("alice"))
    for later in (0, 10, 50, 70):
        set_clock(NOW + timedelta(seconds=later))
        assert previewed(client, "pause", game.key, last="2026-03-03").status_code == 403
        assert client.get(address("pause", game.key)).status_code == 403
    assert log() == ["pause-refused", "pause-refused"]
    assert Line.objects.filter(arguments__refused="Barred").count() == 2


def test_everybody_reads_of_it_by_role_reason_and_reference_and_the_staffs_name_nowhere():
    game = started(hours=24)
    all_sent()
    done(staff("mia"), "pause", game.key, last="2026-03-03", message="Enjoy the holidays")
    page = browser().get(f"/g/{game.key}/story/").content.decode()
    line = text_of(page)
    assert "A moderator paused the table until" in line
    row = Act.objects.get()
    assert re.fullmatch("[A-Z]{4}", row.reference)
    assert f"Reason: a wish from the table. Reference {row.reference}. “Enjoy the holidays”" in line
    assert "mia" not in page
    assert WHY["reason"] not in page
    assert Letter.objects.filter(kind="news").count() == 3


def test_old_links_die_and_the_holder_alone_gets_a_new_one():
    game = started(hours=24)
    all_sent()
    seat = asked(game)
    done(staff("mia"), "revoke-links", game.key, seat=seat.number)
    assert Seat.objects.get(pk=seat.pk).link_epoch == seat.link_epoch + 1
    (letter,) = Letter.objects.filter(status="queued")
    assert (letter.kind, letter.seat_id) == ("links", seat.pk)
    assert not Entry.objects.exists()


def test_a_host_who_plays_there_helps_with_letters_before_everybodys_eyes():
    game = started(hours=24)
    all_sent()
    letter, seat = Letter.objects.get(kind="turn", game=game), asked(game)
    other = next(each.player for each in game.places.all() if each.pk != seat.pk)
    for host, told in ((staff("hal", "host"), 0), (staff(other.name, "host"), 1)):
        for act, target in (("resend-letter", letter.pk), ("reset-address", seat.player.key)):
            shown = previewed(browser(host), act, target)
            page = text_of(shown.content.decode())
            assert ("nobody else is told" in page) == (not told)
            assert confirmed(browser(host), act, target, shown).status_code == 303
            all_sent()
        assert (
            Entry.objects.filter(game=game, act__in=("resent", "reach-asked")).count() == 2 * told
        )
    page = text_of(browser().get(f"/g/{game.key}/story/").content.decode())
    assert f"A host, who plays here, let a letter to {seat.name} go out again." in page
    assert f"A host, who plays here, let {seat.name} be asked anew whether letters arrive." in page
    # What is his own he may ask for as everybody may.
    done(staff(seat.player.name, "host"), "resend-letter", letter.pk)
    done(seat.player, "reset-address", seat.player.key)
    assert Entry.objects.filter(act__in=("resent", "reach-asked")).count() == 2


def test_whoever_acts_is_led_to_a_page_that_he_can_open():
    game = started(hours=24)
    all_sent()
    letter, seat = Letter.objects.get(kind="turn", game=game), asked(game)
    to_him = Letter.objects.create(
        kind="vacation", email=seat.player.email, status="sent", created_at=NOW, due_at=NOW
    )
    playing = next(each.player for each in game.places.all() if each.pk != seat.pk)
    Game.objects.filter(pk=game.pk).update(organiser=player("ola"))
    own = (("reset-address", seat.player.key), ("resend-letter", to_him.pk))
    for who, act, target in (
        *((seat.player, *each) for each in own),
        (player("ola"), "extend-game", game.key),
        (staff(playing.name, "host"), "resend-letter", letter.pk),
        (staff("hal", "host"), "reset-address", seat.player.key),
        (staff("hal", "host"), "extend-game", game.key),
    ):
        client = browser(who)
        shown = previewed(client, act, target, hours=5)
        done_at = confirmed(client, act, target, shown)
        assert done_at.status_code == 303
        for there in (done_at["Location"], shown.context["back"]):
            assert client.get(there).status_code == 200, (who.name, act, there)


def test_a_letter_goes_out_again_three_times_a_day_and_only_while_it_is_needed(set_clock):
    game = started(hours=240)
    all_sent()
    letter, mia = Letter.objects.get(kind="turn", game=game), staff("mia")
    for _ in range(3):
        done(mia, "resend-letter", letter.pk)
        assert Letter.objects.get(pk=letter.pk).status == "queued"
        under_way = previewed(browser(mia), "resend-letter", letter.pk)
        assert under_way.status_code == 409
        all_sent()
    answer = previewed(browser(mia), "resend-letter", letter.pk)
    assert "three times within a day" in text_of(answer.content.decode())
    set_clock(NOW + DAY + MINUTE)
    assert previewed(browser(mia), "resend-letter", letter.pk).status_code == 200
    pass_on(game)
    answer = previewed(browser(mia), "resend-letter", letter.pk)
    assert "Nobody needs this letter any more" in text_of(answer.content.decode())
