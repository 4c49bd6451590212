"""Forms sent where no page offers them, twice, or with what nobody types: no error of ours."""

from datetime import timedelta

import pytest
from django.conf import settings
from django.urls import reverse
from django.utils import timezone

from games import links
from games.links import InvitationClaim, JoinClaim
from games.models import Game, Player, SignIn
from games.services import accounts, games, invitations
from tests.games.cast import NOW, again, moves, open_table, player, started
from tests.games.moderation.cast import staff
from tests.games.pages.table import browser, checksum, game_url, text_of

pytestmark = pytest.mark.django_db


def read(response) -> str:
    return text_of(response.content.decode())


def test_a_move_at_a_table_that_has_not_begun_leads_back_to_it():
    game = open_table()
    form = {"move": "pass P7", "seen_ply": "0"}
    answer = browser(player("alice")).post(game_url(game, "seat-my-move"), form)
    assert (answer.status_code, answer["Location"]) == (303, game_url(game, "seat-mine"))


def test_a_move_at_a_table_that_is_long_over_leads_back_to_it():
    game = started()
    form = {"move": moves(game)[0], "seen_ply": "0"}
    long_ago = timezone.now() - timedelta(days=400)
    Game.objects.filter(pk=game.pk).update(ended_at=long_ago)
    answer = browser(player("alice")).post(game_url(game, "seat-my-move"), form)
    assert (answer.status_code, answer["Location"]) == (303, game_url(game, "seat-mine"))
    assert again(game).ply == 0


@pytest.mark.parametrize("name", ["a\u202eb", "a\u200bb", "\x7f"])
def test_who_accepts_with_a_name_that_cannot_be_shown_is_asked_again_and_not_seated(name: str):
    game = open_table()
    invited = invitations.invite(game.key, "dora@example.org", by=player("alice"), now=NOW)
    url = reverse("invitations-answer", args=[links.INVITATION.sign(InvitationClaim.of(invited))])
    about = {"name": name, "language": "en", "time_zone": "UTC", "answer": "accept"}
    answer = browser().post(url, about)
    assert answer.status_code == 400
    assert "There are signs in this name that nobody sees" in read(answer)
    assert not Player.objects.filter(email="dora@example.org").exists()


def test_who_takes_the_last_seat_with_a_double_click_is_welcomed_twice():
    game = open_table()
    games.add_bot(game.key, by=player("alice"), now=NOW)
    client, url = (
        browser(player("bob")),
        reverse("invitations-join", args=[links.JOIN.sign(JoinClaim.of(game))]),
    )
    for _ in range(2):
        answer = client.post(url)
        assert (answer.status_code, answer["Location"]) == (303, game_url(game))


def test_no_page_of_somebody_signed_in_is_kept_by_a_cache():
    table, running = open_table(), started()
    urls = [reverse("home"), reverse("accounts-me"), game_url(table), game_url(running)]
    for url in [*urls, game_url(running, "seat-mine"), game_url(table, "lobby-cancel")]:
        answer = browser(player("alice")).get(url)
        assert (answer.status_code, "no-store" in answer["Cache-Control"]) == (200, True), url


def test_signing_in_gives_the_browser_another_session():
    client = browser()
    client.session.save()
    wish = accounts.ask_code(
        "bob@example.org", next="", language="en", origin="x", now=timezone.now()
    )
    before = client.session.session_key
    code = links.code_of(SignIn.objects.get(pk=wish))
    client.post(reverse("accounts-enter-code", args=[wish]), {"code": code})
    assert client.session.session_key not in (None, before)


WITH_A_NUL = (
    "/?show=filling&ruleset=%00", "/seats/?tempo=%00", "/log/?q=%00", "/games/over/?result=a%00",
    "/sign-in/?next=%00", "/me/reports/?reference=%00", "/games/new/?ruleset=%00",
    "/moderation/?q=%00", "/?nobody-reads-this=%00",
)  # fmt: skip


@pytest.mark.parametrize("address", WITH_A_NUL)
def test_a_nul_in_a_parameter_of_an_address_is_a_bad_request(address: str):
    answer = browser(staff("mia")).get(address)
    assert answer.status_code == 400
    assert "Nothing was done" in read(answer)


@pytest.mark.parametrize("address", ["/moderation/do/pause/%00/", "/u/%00/", "/%00"])
def test_a_nul_in_an_address_is_no_page(address: str):
    assert browser(staff("mia")).get(address).status_code == 404


def form_fields() -> list[tuple[str, dict[str, str]]]:
    key = started().key
    return [
        (f"/g/{key}/agreement/", {"answer": "yes", "reference": "\0"}),
        ("/moderation/", {"who": "\0"}),
        ("/moderation/signals/", {"case": "\0", "signal": "x"}),
        ("/moderation/signals/", {"seen": "\0"}),
        ("/me/channels/", {"kind": "\0", "name": "x", "url": "https://example.org/"}),
        ("/me/", {"name": "a\0b", "language": "en", "time_zone": "UTC"}),
        ("/sign-in/", {"email": "bob\0@example.org"}),
        ("/leagues/new/", {"name": "Owls\0", "language": "en"}),
    ]


def test_a_nul_in_a_field_is_a_bad_request_and_changes_nothing():
    client = browser(staff("mia"))
    for address, fields in form_fields():
        before = checksum()
        answer = client.post(address, fields)
        assert answer.status_code == 400, address
        assert "Nothing was done" in read(answer), address
        assert checksum() == before, address


def test_a_nul_in_the_name_of_a_session_is_a_bad_request():
    client = browser()
    answer = client.get(
        "/", headers={"Cookie": f'{settings.SESSION_COOKIE_NAME}="{"a" * 20}\\000"'}
    )
    assert answer.status_code == 400
