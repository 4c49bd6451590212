"""Finds every sentence marked for translation, in code and templates, without GNU gettext."""

from collections.abc import Iterator
from io import BytesIO
from pathlib import Path

from babel.messages.extract import DEFAULT_KEYWORDS, extract
from django.conf import settings
from django.utils.translation.template import templatize

KEYWORDS = {
    **DEFAULT_KEYWORDS,
    "gettext_lazy": None,
    "gettext_noop": None,
    "ngettext_lazy": (1, 2),
    "pgettext_lazy": ((1, "c"), 2),
    "npgettext_lazy": ((1, "c"), 2, 3),
}
ROOMS = ("games", "saboteur_site", "templates")
TEMPLATES = {".html", ".txt"}

Key = tuple[str | None, str]
"""Context and English text; of a plural, its singular."""


def sources() -> Iterator[Path]:
    """List the files that may hold sentences."""
    for room in ROOMS:
        for path in sorted((settings.BASE_DIR / room).rglob("*")):
            if path.suffix == ".py" or path.suffix in TEMPLATES:
                yield path


def messages_in(path: Path) -> Iterator[tuple[Key, str | None]]:
    """Yield each message of a file with its plural, if it has one."""
    text = path.read_text("utf-8")
    code = templatize(text, origin=str(path)) if path.suffix in TEMPLATES else text
    found = extract("python", BytesIO(code.encode()), keywords=KEYWORDS, comment_tags=())
    for _line, message, _comments, context in found:
        singular, plural = message if isinstance(message, tuple) else (message, None)
        yield (context, singular), plural


def messages() -> dict[Key, str | None]:
    """Collect every message of the project with its plural."""
    return {key: plural for path in sources() for key, plural in messages_in(path)}
