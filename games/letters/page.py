"""A letter as a page: the template is written once for all letters of a shape, then filled in."""

import html
import re
from collections.abc import Sequence
from functools import cache, lru_cache
from typing import Any

import css_inline
from django.template import engines
from django.template.loader import get_template
from django.utils.translation import get_language

from games import drawing
from games.letters.content import Content, Link

_INLINER = css_inline.CSSInliner(load_remote_stylesheets=False)
_HOLE = re.compile("\ue000(\\d+)\ue001")


def page(content: Content, stop: Link) -> str:
    """Write a content down as HTML."""
    said = list[str]()
    texts, holes = _written(get_language(), _shape(content, said), _shape(stop, said))
    escaped = [html.escape(each) for each in said]
    filled = [
        piece
        for hole, text in zip(holes, texts[1:], strict=True)
        for piece in (escaped[hole], text)
    ]
    return texts[0] + "".join(filled)


def _shape(shown: Any, said: list[str]) -> Any:
    """Put a hole in the place of each text, and what was there among what is said."""
    if isinstance(shown, str):
        if shown:
            said.append(shown)
        return shown and f"\ue000{len(said) - 1}\ue001"
    if isinstance(shown, tuple):
        return tuple([_shape(each, said) for each in shown])
    if names := getattr(shown, "__dataclass_fields__", ()):
        return type(shown)(*[_shape(getattr(shown, name), said) for name in names])
    # What a picture shows isn't in the page, but whether there is one is.
    return bool(shown)


# How many lines there are of everything, but not what they say.
@lru_cache(maxsize=200)
def _written(
    language: str | None, content: Content, stop: Link
) -> tuple[Sequence[str], Sequence[int]]:
    """Write the page with holes; the texts between them, and which is to be said in each."""
    context = {
        "content": content,
        "stop": stop,
        "language": language,
        "width": drawing.SHOWN_WIDTH,
        "hand_width": drawing.hand_width(len(content.board.hand)) if content.board else 0,
    }
    texts = _HOLE.split(_styled().render(context))
    return texts[::2], [int(hole) for hole in texts[1::2]]


@cache
def _styled() -> Any:
    """The page of every letter, its styles put into its elements once and not in each letter."""
    template: Any = get_template("letters/letter.html")
    # Between the rows of a table no text may stand, and a block is text to who reads HTML.
    hidden = re.sub("{%.*?%}", r"<!--\g<0>-->", template.template.source)
    styled = _INLINER.inline(hidden)
    bare = styled.replace(' data-css-inline="keep"', "")
    return engines["django"].from_string(re.sub("<!--({%.*?%})-->", r"\1", bare))
