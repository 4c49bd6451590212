"""What pages work out only once is right all the same: addresses, and words in each language."""

import pytest
from django.template import Context, Template, engines
from django.urls import NoReverseMatch, reverse
from django.utils import translation

from games.views.pages import address_of
from saboteur_site.template_tags import KEPT, Part

django = engines["django"]


def test_an_address_is_that_of_its_page_and_its_word() -> None:
    for word in ("abc", "x-y_z"):
        assert address_of("seat-mine", word) == reverse("seat-mine", args=[word])
    assert address_of("home-next-game") == reverse("home-next-game")


def test_a_page_that_there_is_not_is_no_error_where_it_is_asked_for_by_name() -> None:
    asks = django.from_string(
        "{% url 'no-such-page' as there %}{{ there }}|{% url 'home' as h %}{{ h }}"
    )
    assert [asks.render() for _ in range(2)] == ["|/"] * 2
    with pytest.raises(NoReverseMatch):
        django.from_string("{% url 'no-such-page' %}").render()


def test_an_address_of_something_is_worked_out_anew() -> None:
    page = django.from_string("{% url 'table-public' key %}")
    assert [page.render({"key": key}) for key in ("a", "b")] == ["/g/a/", "/g/b/"]


def test_words_are_kept_apart_by_language() -> None:
    page = django.from_string(
        "{% get_current_language as LANGUAGE_CODE %}{% translate 'The maze' %}"
    )
    said = []
    for language in ("en", "de", "en"):
        with translation.override(language):
            said.append(page.render())
    assert said == ["The maze", "Das Labyrinth", "The maze"]


def test_a_part_is_remembered_by_all_that_it_shows_and_sees_nothing_else() -> None:
    page = django.from_string(
        "{% part name=name %}{% translate 'The maze' %} {{ name }} {{ secret }}{% endpart %}"
    )
    said: list[str] = []
    for language, name in (("en", "<Ann>"), ("en", "Bob"), ("de", "<Ann>"), ("en", "<Ann>")):
        with translation.override(language):
            said.append(page.render({"name": name, "secret": len(said)}))
    assert said == ["The maze &lt;Ann&gt; ", "The maze Bob ", "Das Labyrinth &lt;Ann&gt; ", said[0]]


def test_of_a_part_only_so_many_forms_are_remembered() -> None:
    page = Template("{% part n=n %}{{ n }}{% endpart %}")
    said = [page.render(Context({"n": n})) for n in range(KEPT + 5)]
    assert said == [str(n) for n in range(KEPT + 5)]
    (part,) = page.nodelist
    assert isinstance(part, Part)
    assert len(part.written) == KEPT
