"""Letters are built of what Gmail and Outlook show by caniemail.com, and of nothing else.

What one of them leaves away stands here with the reason why the letter is whole without it.
"""

import re
from collections.abc import Iterator
from html.parser import HTMLParser

import pytest

from games.models import Letter
from tests.games.letters.test_every_letter_is_written import Render, part


def words(text: str) -> set[str]:
    return set(text.split())


ELEMENTS = words(
    "html head meta title style body div table tbody tr td h1 h2 p b br span ul li a img"
)
"""Outlook on phones puts a `div` for the body; the ground's colour is on the table in it too."""
ATTRIBUTES = words(
    "class style lang charset name content href src alt width height align border bgcolor "
    "cellpadding cellspacing role aria-hidden http-equiv"
)
"""Outlook for Windows knows no `role`, no `aria-hidden`, which its screen readers do without."""
PROPERTIES = words(
    "margin padding background color font font-size font-style font-weight line-height "
    "border border-top border-left border-bottom border-collapse vertical-align width height "
    "letter-spacing text-decoration display max-width border-radius table-layout"
)
"""Outlook for Windows shows square corners for round ones, and goes by attributes for widths.

It knows no fixed layout either, which elsewhere keeps a picture that is not shown from being wide.
"""
UPON = {
    "@media (max-width: 480px)": words("padding-left padding-right display text-align"),
    "@media (prefers-color-scheme: dark)": {"background", "color", "border-color"},
}
"""Whoever leaves these blocks away shows the letter wide and light, or turns it dark himself."""
ONE_CLASS = re.compile(r"\.[a-z-]+")
"""Gmail drops a whole block for one selector that it does not know, by attribute or descent."""


class Parts(HTMLParser):
    """What an HTML letter is made of."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.elements: set[str] = set()
        self.attributes: set[str] = set()
        self.properties: set[str] = set()
        self.feed(html)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.elements.add(tag)
        self.attributes |= {name for name, _ in attrs}
        self.properties |= set(properties(dict(attrs).get("style") or ""))


def properties(style: str) -> Iterator[str]:
    return (each.partition(":")[0].strip() for each in style.split(";") if each.strip())


@pytest.mark.parametrize("kind", Letter.Kind)
def test_a_letter_is_made_of_what_mail_programs_know(kind: Letter.Kind, rendered: Render) -> None:
    html = part(rendered(kind).english, "html")
    parts = Parts(html)
    assert parts.elements <= ELEMENTS
    assert parts.attributes <= ATTRIBUTES
    assert parts.properties <= PROPERTIES
    blocks = re.findall(r"<style[^>]*>(.*?)</style>", html, re.DOTALL)
    heads = [block.partition("{")[0].strip() for block in blocks]
    assert heads == list(UPON)
    for head, block in zip(heads, blocks, strict=True):
        for selectors, style in re.findall(r"([^{}]+)\{([^{}]*)\}", block.partition("{")[2]):
            assert all(ONE_CLASS.fullmatch(each.strip()) for each in selectors.split(","))
            assert set(properties(style)) <= UPON[head]


@pytest.mark.parametrize("kind", Letter.Kind)
def test_no_text_has_the_color_of_the_ground_it_is_on(kind: Letter.Kind, rendered: Render) -> None:
    html = part(rendered(kind).english, "html")
    grounds = set(re.findall(r"background: (#\w+)", html))
    assert grounds
    # Spam filters count text that nobody can see against an email.
    assert not grounds & set(re.findall(r"(?<![-\w])color: (#\w+)", html))


@pytest.mark.parametrize("kind", Letter.Kind)
def test_a_letter_is_read_without_its_blocks_of_style(kind: Letter.Kind, rendered: Render) -> None:
    html = part(rendered(kind).english, "html")
    rest = re.sub(r"<style.*?</style>", "", html, flags=re.DOTALL)
    for name in ("ground", "sheet", "body", "head"):
        assert re.search(
            rf'class="{name}"[^>]*style="[^"]+"|style="[^"]+"[^>]*class="{name}"', rest
        )
