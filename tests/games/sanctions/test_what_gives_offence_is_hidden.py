"""Words that are hidden are read by nobody, an offending name by nobody; both can come back."""

import pytest
from django.urls import reverse

from games.errors import BadName, NoSuchRemark
from games.models import Entry, Letter, Player, Remark, Sanction, Seat
from games.sanctions.services import following, forgetting
from games.services import accounts
from games.substitutes.services import offers
from games.talk.rules.rooms import Room
from tests.games.cases.cast import report_remark
from tests.games.cast import DAY, NOW, again, play_to_the_end, player, started
from tests.games.moderation.cast import address, confirmed, done, previewed, staff
from tests.games.pages.table import browser, text_of
from tests.games.sanctions.cast import lifted
from tests.games.substitutes.cast import claim_of, seat_of
from tests.games.talk.cast import say

pytestmark = pytest.mark.django_db
WORDS = "you are all fools"


@pytest.fixture(autouse=True)
def now(set_clock) -> None:
    set_clock(NOW)


def talk(game, name: str | None = None) -> str:
    client = browser(player(name)) if name else browser()
    return client.get(reverse("talk-of-game", args=[game.key])).content.decode()


def hidden(game, step: str = "hide", *, by: str = "mia", message: str = ""):
    remark = Remark.objects.get(text=WORDS)
    typed = {"remark": remark.pk, "step": step, "why": "talk", "message": message}
    return done(staff(by), "hide-talk", game.key, **typed)


def test_others_read_that_it_was_hidden_and_its_author_why():
    game = started()
    remark = say(game, "bob", WORDS)
    assert hidden(game, message="Not so here.").status_code == 303
    for name in (None, "alice", "bob", "mia"):
        page = talk(game, name)
        assert WORDS not in page
        assert "hidden by a moderator" in page
    assert Remark.objects.get(pk=remark.pk).text == WORDS
    letter = Letter.objects.get(kind="sanction")
    assert letter.email == "bob@example.org"
    own = text_of(browser(player("bob")).get(reverse("sanctions")).content.decode())
    assert "What you said was hidden" in own
    assert "Not so here." in own
    with pytest.raises(NoSuchRemark):
        report_remark(game, remark.pk)


def test_it_is_shown_again_by_the_same_act_or_lifted():
    game = started()
    say(game, "bob", WORDS)
    hidden(game)
    assert hidden(game, "show").status_code == 303
    assert WORDS in talk(game)
    assert Letter.objects.filter(kind="lifted").count() == 1
    hidden(game)
    lifted(Sanction.objects.get(ended_at=None))
    assert WORDS in talk(game)


def test_hidden_twice_is_told_and_nothing_is_done():
    game = started()
    remark = say(game, "bob", WORDS)
    typed = {"remark": remark.pk, "step": "hide", "why": "talk"}
    client = browser(staff("mia"))
    shown = previewed(client, "hide-talk", game.key, **typed)
    hidden(game, by="max")
    assert confirmed(client, "hide-talk", game.key, shown).status_code == 409
    for wrong in ({**typed}, {**typed, "remark": 999}, {**typed, "step": "hide"}):
        assert previewed(client, "hide-talk", game.key, **wrong).status_code == 409
    assert previewed(client, "hide-talk", game.key, **{**typed, "step": "x"}).status_code == 400


def test_its_words_are_kept_for_half_a_year_and_then_gone():
    game = started()
    remark = say(game, "bob", WORDS)
    kept = say(game, "carol", "hello")
    hidden(game)
    assert forgetting.sweep(now=NOW + 180 * DAY) == 0
    assert forgetting.sweep(now=NOW + 181 * DAY) == 1
    assert Remark.objects.get(pk=remark.pk).text == ""
    assert Remark.objects.get(pk=kept.pk).text == "hello"
    assert "hidden by a moderator" in talk(game)
    typed = {"remark": remark.pk, "step": "show", "why": "talk"}
    answer = previewed(browser(staff("mia")), "hide-talk", game.key, **typed)
    assert "Its words are gone" in text_of(answer.content.decode())


def test_the_way_to_it_stands_beside_it_for_who_may():
    game = started()
    say(game, "bob", WORDS)
    spoken = say(game, "mia", "I watch", Room.SPECTATORS)
    staff("mia")
    here = address("hide-talk", game.key)
    assert talk(game, "mia").count(here) == 1
    assert f"remark={spoken.pk}" not in talk(game, "mia")
    staff("carol")
    # She plays here.
    for name in (None, "alice", "carol", "peter"):
        assert here not in talk(game, name)


def test_who_organises_and_does_not_play_hides_at_his_table():
    game = started()
    type(game).objects.filter(pk=game.pk).update(organiser=player("ola"))
    remark = say(again(game), "bob", WORDS)
    assert address("hide-talk", game.key) in talk(game, "ola")
    typed = {"remark": remark.pk, "step": "hide", "why": "talk"}
    answer = done(player("ola"), "hide-talk", game.key, **typed)
    assert answer["Location"] == reverse("table-public", args=[game.key])
    assert WORDS not in talk(game)


def test_an_offending_name_is_seen_nowhere_until_another_is_chosen():
    over, game, given = started(rounds="1"), started(), started(("bob", "dora", "eve"), by="bob")
    play_to_the_end(over)
    offers.resign(claim_of(given, "bob"), now=NOW)
    say(game, "bob", WORDS)
    assert done(staff("mia"), "plain-name", player("bob").key, why="name").status_code == 303
    following.sweep(now=NOW)
    bob = Player.objects.get(email="bob@example.org")
    assert bob.name.startswith("Player ")
    assert set(Seat.objects.filter(player=bob).values_list("name", flat=True)) == {bob.name}
    assert Remark.objects.get().name == bob.name
    assert Entry.objects.get(act="resigned").said["who"] == bob.name
    with pytest.raises(BadName):
        accounts.change_settings(bob, name="Bob", language="en", time_zone="UTC", now=NOW)
    again_named = accounts.change_settings(
        Player.objects.get(pk=bob.pk), name="Robert", language="en", time_zone="UTC", now=NOW
    )
    assert again_named.name == "Robert"
    assert Seat.objects.get(game=game, player=bob).name == "Robert"


def test_it_is_given_back_if_that_was_a_mistake():
    over, game = started(rounds="1"), started()
    play_to_the_end(over)
    for sweeps in (True, False):
        # Also before all of his tables were reached.
        done(staff("mia"), "plain-name", player("bob").key, why="name")
        if sweeps:
            following.sweep(now=NOW)
        lifted(Sanction.objects.get(kind="plain-name", ended_at=None))
        following.sweep(now=NOW)
        for table in (over, game):
            assert seat_of(table, "bob").name == "bob"
        assert player("bob").name == "bob"


def test_who_has_chosen_a_name_since_keeps_it():
    game = started()
    done(staff("mia"), "plain-name", player("bob").key, why="name")
    bob = Player.objects.get(email="bob@example.org")
    accounts.change_settings(bob, name="Robert", language="en", time_zone="UTC", now=NOW)
    lifted(Sanction.objects.get())
    following.sweep(now=NOW)
    assert Player.objects.get(pk=bob.pk).name == "Robert"
    assert Seat.objects.get(game=game, player=bob).name == "Robert"
