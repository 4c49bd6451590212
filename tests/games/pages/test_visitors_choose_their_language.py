"""A visitor changes the language of the page he reads: place and half-made choice stay."""

import pytest
from django.urls import reverse

from tests.games.cast import asked, player, started
from tests.games.pages.table import Forms, browser, checksum, form_to, game_url, seat_url

pytestmark = pytest.mark.django_db

CHOOSE = "languages-choose"


def test_the_page_comes_back_in_the_other_language_with_the_choice_half_made():
    client = browser()
    there = reverse("guide-lesson", args=[10]) + "?pick=card:P5&pick=cell:h3"
    page = client.get(there).content.decode()
    before = checksum()
    form = form_to(page, reverse(CHOOSE))
    answer = client.post(reverse(CHOOSE), form | {"language": "de"})
    assert (answer.status_code, answer["Location"]) == (303, there)
    assert checksum() == before
    german = client.get(answer["Location"]).content.decode()
    assert '<html lang="de">' in german
    assert page.count('aria-current="true"') == german.count('aria-current="true"')
    assert "pick=card%3AP5" in german or "pick=card:P5" in german
    client.post(reverse(CHOOSE), form | {"language": "en"})
    assert '<html lang="en">' in client.get(there).content.decode()


def test_a_language_that_nobody_writes_is_the_first_and_leads_nowhere_else():
    client = browser()
    answer = client.post(reverse(CHOOSE), {"language": "<b>", "next": "https://example.com/"})
    assert answer["Location"] == reverse("home")
    assert client.cookies["django_language"].value == "en"
    assert client.get(reverse(CHOOSE)).status_code == 405


def test_who_has_chosen_in_his_settings_or_reads_a_letters_page_is_not_asked():
    game = started()
    for client, url in (
        (browser(player("alice")), game_url(game)),
        (browser(), seat_url(asked(game))),
    ):
        page = client.get(url).content.decode()
        assert reverse(CHOOSE) not in [to for to, _ in Forms(page).forms]
    assert reverse(CHOOSE) in [
        to for to, _ in Forms(browser().get(game_url(game)).content.decode()).forms
    ]


def test_every_page_leads_to_the_lists_the_rules_and_the_guide():
    game = started()
    ways = [reverse(name) for name in ("seats-open-list", "watch", "rules-index", "guide")]
    for client, url in (
        (browser(), reverse("accounts-sign-in")),
        (browser(), seat_url(asked(game))),
        (browser(player("alice")), reverse("home")),
        (browser(), "/no/such/page/"),
    ):
        page = client.get(url).content.decode()
        assert [way for way in ways if f'href="{way}"' not in page] == []
    page = browser().get(reverse("watch")).content.decode()
    assert f'href="{reverse("watch")}" aria-current="page"' in page
