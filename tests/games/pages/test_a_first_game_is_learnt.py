"""The first-game guide: ten lessons by clicking, on real tables, with nothing kept anywhere."""

import re
from html import unescape

import pytest
from django.conf import settings
from django.test import Client
from django.urls import reverse
from django.utils import translation

from games import selectors, texts
from games.selectors import LESSONS
from tests.games.pages.table import browser, picked, text_of

pytestmark = pytest.mark.django_db

PLAYED = [number for number in LESSONS if not texts.lesson_words(number).options]
ASKED = [number for number in LESSONS if number not in PLAYED]
RIGHT = {
    3: "lay P5 c4",
    4: "lay P7 d3",
    5: "lay P2~ e2",
    6: "fix lantern @1",
    7: "rockfall g2",
    8: "map i3",
    9: "pass D8",
    10: "lay P5 h3",
}


@pytest.fixture
def client() -> Client:
    return browser()


def address(number: int) -> str:
    return reverse("guide-lesson", args=[number])


def page_of(client: Client, url: str) -> str:
    response = client.get(url)
    assert response.status_code == 200, url
    return unescape(response.content.decode())


def links(page: str) -> list[str]:
    return re.findall(r'href="(/guide/[^"#]*)', page)


def made(number: int, move: str) -> str:
    choices = {choice.text: choice.picks for choice in selectors.lesson(number).choices}
    return address(number) + picked(*choices[move]) + "&do=1"


@pytest.mark.parametrize("language", dict(settings.LANGUAGES))
@pytest.mark.parametrize("number", LESSONS)
def test_every_choice_gets_an_answer_and_one_is_right(number: int, language: str) -> None:
    with translation.override(language):
        words = texts.lesson_words(number)
        moves = [choice.text for choice in selectors.lesson(number).choices]
        choices = [*words.options] or moves
        answers = [words.answer(choice) for choice in choices]
    assert sum(answer.right for answer in answers) == 1
    assert all(answer.text for answer in answers)
    unused = {answer.to for answer in words.answers} - {answer.to for answer in answers}
    assert unused == set()


def clicked_through(client: Client, number: int) -> dict[str, str]:
    """Open every page of a lesson that its own links lead to, by address."""
    pages: dict[str, str] = {}
    todo = [address(number)]
    while todo:
        url = todo.pop()
        pages[url] = page_of(client, url)
        found = {link for link in links(pages[url]) if link.startswith(f"{address(number)}?")}
        todo += found - pages.keys() - {*todo}
    return pages


@pytest.mark.parametrize("number", PLAYED)
def test_every_move_is_found_by_links_alone_and_one_is_right(client: Client, number: int) -> None:
    pages = clicked_through(client, number)
    made = [page for url, page in pages.items() if url.endswith("&do=1")]
    assert len(made) == len(selectors.lesson(number).choices)
    assert sum("guide-right" in page for page in made) == 1


@pytest.mark.parametrize("number", PLAYED)
def test_a_right_move_is_played_and_leads_on(client: Client, number: int) -> None:
    page = page_of(client, made(number, RIGHT[number]))
    assert texts.lesson_words(number).answer(RIGHT[number]).text in page
    assert "guide-right" in page
    assert "Try again" not in page
    on = address(number + 1) if number + 1 in LESSONS else reverse("lobby-new-game")
    assert f'class="button" href="{on}' in page


@pytest.mark.parametrize("number", PLAYED)
def test_a_wrong_move_is_explained_and_changes_nothing(client: Client, number: int) -> None:
    wrong = [c.text for c in selectors.lesson(number).choices if c.text != RIGHT[number]]
    for move in wrong:
        page = page_of(client, made(number, move))
        assert texts.lesson_words(number).answer(move).text in page
        assert f'class="button" href="{address(number)}#task"' in page
        assert "Next step" not in page
        assert "You laid" not in page


@pytest.mark.parametrize("number", ASKED)
def test_a_question_is_answered_by_a_click(client: Client, number: int) -> None:
    words = texts.lesson_words(number)
    for name in words.options:
        link = f"{address(number)}?answer={name}"
        assert link in links(page_of(client, address(number)))
        page = page_of(client, link)
        assert words.answer(name).text in page
        assert ("Next step" in page) is words.answer(name).right


def test_the_last_lesson_ends_the_round_and_shows_who_was_who(client: Client) -> None:
    told = text_of(page_of(client, made(10, RIGHT[10])))
    assert "You reached the goal at i3: treasure!" in told
    assert "Saboteurs: Bob." in told
    assert "Who was who" in told


def test_a_lesson_goes_on_where_the_one_before_ended() -> None:
    for number in PLAYED[:-1]:
        after = {card.cell: card for card in selectors.played(number, RIGHT[number]).view.cards}
        then = {card.cell: card for card in selectors.lesson(number + 1).view.cards}
        assert after.items() <= then.items(), number


def test_what_the_address_says_wrongly_is_passed_over(client: Client) -> None:
    for nonsense in ("?do=1", "?pick=card:P1&do=1", "?pick=nonsense", "?answer=<b>", "?pick=cell:"):
        for number in LESSONS:
            page = page_of(client, address(number) + nonsense)
            assert texts.lesson_words(number).task in page
            assert "<b>" not in page
    assert client.get("/guide/0/").status_code == 404
    assert client.get("/guide/11/").status_code == 404


def test_no_lesson_reads_a_game_or_knows_its_reader(
    client: Client, django_assert_num_queries
) -> None:
    for url in (reverse("guide"), *map(address, LESSONS), made(10, RIGHT[10])):
        with django_assert_num_queries(1):  # whether the service is held
            # One guards the form that asks for another language.
            assert set(client.get(url).cookies) <= {"csrftoken"}
    assert client.post(address(3)).status_code == 405


def test_the_front_page_and_the_rules_lead_there(client: Client) -> None:
    for url in (reverse("home"), reverse("rules", args=["saboteur"])):
        assert f'href="{reverse("guide")}"' in page_of(client, url)
    assert address(1) in links(page_of(client, reverse("guide")))


@pytest.mark.parametrize("query", ["", "?pick=card:map", "?pick=card:map&pick=cell:i3&do=1"])
def test_a_lesson_leads_to_goals_outside_its_picture(query: str) -> None:
    page = browser().get(reverse("guide-lesson", args=[8]) + query).content.decode()
    for goal in ("i1", "i3", "i5"):
        assert f'href="#at-{goal}"' in page
        assert f'id="at-{goal}"' in page
