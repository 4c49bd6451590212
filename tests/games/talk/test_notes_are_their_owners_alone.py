"""Private notes: kept, never lost, seen by nobody else, gone when somebody else sits down."""

from collections.abc import Mapping
from functools import partial

import pytest
from django.test import Client

from games.errors import BadText, NoSuchGame, NotSeated, StaleNotes
from games.models import Game, Notes
from games.services import accounts
from games.talk import selectors
from games.talk.rules import limits
from games.talk.selectors import NotesSight
from games.talk.services import noting
from games.talk.services.noting import Wish
from tests.games.cast import NOW, again, asked, open_table, pass_on, player, started
from tests.games.pages.table import browser, checksum, game_url
from tests.games.substitutes.cast import resigned, seat_of, sits
from tests.games.talk.cast import SEATED, bare, letters_of, looked_at, over, readers, talked
from tests.games.test_two_posts_at_once import at_once

pytestmark = pytest.mark.django_db


def note(game: Game, name: str, text: str, *, seen: int | None = None, **about: str) -> None:
    kept = Notes.objects.filter(seat__game=game, seat__player=player(name)).first()
    version = (kept.version if kept else 0) if seen is None else seen
    others = {seat_of(game, who).number: said for who, said in about.items()}
    noting.write(game.key, Wish(text, others, version), by=player(name))


def mine(game: Game, name: str) -> NotesSight:
    return selectors.notes(seat_of(game, name))


def texts(game: Game, name: str) -> tuple[str, dict[str, str]]:
    found = mine(game, name)
    return found.text, {each.name: each.text for each in found.about}


def test_notes_are_kept_about_the_game_and_everybody_else():
    game = started()
    assert texts(game, "alice") == ("", {"bob": "", "carol": ""})
    note(game, "alice", "the gold is left", bob="digs", carol="<b>lies</b>\0")
    assert texts(game, "alice") == ("the gold is left", {"bob": "digs", "carol": "<b>lies</b>"})
    note(game, "alice", "", carol="")
    assert texts(game, "alice") == ("", {"bob": "digs", "carol": ""})
    assert texts(game, "bob") == ("", {"alice": "", "carol": ""})


def test_the_same_form_twice_changes_nothing_and_a_stale_one_replaces_nothing():
    game = started()
    for _ in range(2):
        note(game, "alice", "one", seen=0)
    assert mine(game, "alice").version == 1
    with pytest.raises(StaleNotes):
        note(game, "alice", "two", seen=0)
    assert mine(game, "alice").text == "one"


@pytest.mark.django_db(transaction=True)
def test_of_two_forms_at_once_one_is_kept_and_the_other_is_told():
    game = started()
    found = at_once([partial(note, game, "alice", f"{at}", seen=0) for at in range(4)])
    assert found == {"NoneType": 1, "StaleNotes": 3}


def test_notes_have_bounds():
    game = started()
    note(game, "alice", "x" * limits.LONGEST_NOTE, bob="y" * limits.LONGEST_NOTE_ABOUT)
    with pytest.raises(BadText):
        note(game, "alice", "x" * (limits.LONGEST_NOTE + 1))
    with pytest.raises(BadText):
        note(game, "alice", "", bob="y" * (limits.LONGEST_NOTE_ABOUT + 1))
    wish = Wish("", {seat_of(game, "alice").number: "me", 77: "nobody"}, 1)
    noting.write(game.key, wish, by=player("alice"))
    assert Notes.objects.get().about.keys() == {str(seat_of(game, "bob").number)}


def test_who_has_no_seat_in_a_running_game_keeps_no_notes():
    with pytest.raises(NotSeated):
        note(started(), "dora", "hm")
    with pytest.raises(NoSuchGame):
        note(open_table(), "alice", "hm")


def test_they_are_deleted_when_somebody_else_takes_the_seat_and_with_the_game():
    game = resigned()
    note(game, "bob", "my secret", alice="my guess")
    note(game, "alice", "alice's own", bob="gave up")
    sits(game)
    assert texts(game, "dora") == ("", {"alice": "", "carol": ""})
    with pytest.raises(NotSeated):
        note(game, "bob", "my secret")
    assert texts(game, "alice") == ("alice's own", {"dora": "gave up", "carol": ""})
    again(game).delete()
    assert not Notes.objects.exists()


def seen(game: Game, clients: Mapping[str, Client]) -> dict[str, object]:
    """All pages but the notes of alice, all letters, and the operators' pages."""
    rows = [f"/admin/games/seat/{seat.pk}/change/" for seat in game.places.all()]
    rows += [f"/admin/games/game/{game.pk}/change/", "/admin/games/seat/", "/admin/"]
    return (
        looked_at(game, clients["alice"], "alice", *SEATED)
        | looked_at(game, clients["bob"], "bob", *SEATED, "notes")
        | looked_at(game, clients["carol"], "carol", *SEATED, "notes")
        | looked_at(game, clients["dora"], "dora")
        | looked_at(game, clients[""], "")
        | {url: bare(clients["operator"].get(url)) for url in rows}
        | letters_of(game)
    )


@pytest.mark.parametrize("ended", [False, True])
def test_no_other_page_and_no_letter_changes_by_a_byte_with_somebodys_notes(set_clock, ended: bool):
    set_clock(NOW)
    game = talked(rounds="1")
    for _ in range(3):
        pass_on(game)
    if ended:
        over(game)
    accounts.make_admin("operator@example.org", now=NOW)
    clients = readers("alice", "bob", "carol", "dora", "operator")
    seen(game, clients)  # what is kept of a first look stays
    without = seen(game, clients)
    note(game, "alice", "the gold is left", bob="digs", carol="lies")
    noted = seen(game, clients)
    note(game, "alice", "right " * 100, bob="lies " * 100)
    exchanged = seen(game, clients)
    assert any(what.startswith("letter") for what in without)
    assert without.keys() == noted.keys() == exchanged.keys()
    for what in without:
        assert without[what] == noted[what] == exchanged[what], what
    shown = browser(player("alice")).get(game_url(game, "notes-mine")).content
    assert b"right right" in shown


def test_leaving_notes_writes_no_row_but_ones_own():
    game = started()
    before = checksum()
    note(game, asked(game).name, "hm")
    changed = {name for name, total in checksum().items() if total != before[name]}
    assert changed == {"games_notes"}


def test_the_operators_have_no_page_of_them():
    from games.admin import office

    assert Notes not in office._registry
