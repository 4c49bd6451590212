"""Translations without gettext's tools: collect messages, compare catalogues with them, compile."""

import argparse
import re
from collections.abc import Iterator, Sequence
from io import BytesIO
from pathlib import Path
from typing import Any, NamedTuple

import polib

from saboteur_site.local.folder import ROOT
from saboteur_site.local.report import say

CATALOGUES = ROOT / "games" / "locale"
SOURCES = ("games/**/*.py", "saboteur_site/**/*.py", "templates/**/*.html", "templates/**/*.txt")
NAMES = ("gettext", "gettext_lazy", "gettext_noop", "_")
KEYWORDS: dict[str, Any] = dict.fromkeys(NAMES) | {
    "ngettext": (1, 2),
    "ngettext_lazy": (1, 2),
    "pgettext": ((1, "c"), 2),
    "pgettext_lazy": ((1, "c"), 2),
    "npgettext": ((1, "c"), 2, 3),
    "npgettext_lazy": ((1, "c"), 2, 3),
}
PLACEHOLDER = re.compile(r"%\(\w+\)[sd]|\{\w*\}|%[sd]")


class Message(NamedTuple):
    """What a catalogue must translate."""

    context: str | None
    text: str
    plural: str


def run(arguments: Sequence[str]) -> int:
    """`manage.py catalogue check|update|compile`."""
    parser = argparse.ArgumentParser(prog="manage.py catalogue", description=__doc__)
    parser.add_argument("action", choices=("check", "update", "compile"))
    action = parser.parse_args(arguments).action
    if action == "update":
        update_all()
    if action == "compile":
        compile_all()
        return 0
    found = list(problems())
    for problem in found:
        say(problem)
    return 1 if found else 0


def compile_all() -> None:
    """Compile each catalogue that has changed; in one step, since other processes may read it."""
    for source in _catalogues():
        target = source.with_suffix(".mo")
        if not target.exists() or target.stat().st_mtime < source.stat().st_mtime:
            unfinished = target.with_suffix(".new")
            polib.pofile(str(source)).save_as_mofile(str(unfinished))
            unfinished.rename(target)


def update_all() -> None:
    """Bring each catalogue to the messages of the sources; new ones wait for their translation."""
    wanted = collect()
    for path in _catalogues():
        catalogue = polib.pofile(str(path), wrapwidth=100)
        present = {_message(entry): entry for entry in catalogue}
        catalogue[:] = [
            present.get(message) or _entry(message) for message in sorted(wanted, key=_order)
        ]
        for entry in catalogue:
            entry.occurrences = [(file, "") for file in sorted(wanted[_message(entry)])]
        catalogue.save()


def problems() -> Iterator[str]:
    """What keeps the catalogues from being complete, one line each."""
    wanted = collect()
    for path in _catalogues():
        catalogue = {_message(entry): entry for entry in polib.pofile(str(path))}
        where = path.relative_to(ROOT)
        for message in wanted.keys() ^ catalogue.keys():
            state = "missing" if message in wanted else "no longer used"
            yield f"{where}: {state}: {message.text!r}"
        for message, entry in catalogue.items():
            if not entry.translated():
                yield f"{where}: not translated: {message.text!r}"
            elif not _same_placeholders(message, entry):
                yield f"{where}: other placeholders than its source: {message.text!r}"


def collect() -> dict[Message, set[str]]:
    """Every message of the sources, with the files that use it."""
    from babel.messages.extract import extract
    from django.utils.translation.template import templatize

    found: dict[Message, set[str]] = {}
    for path in sorted(path for pattern in SOURCES for path in ROOT.glob(pattern)):
        file, text = str(path.relative_to(ROOT)), path.read_text("utf-8")
        if path.suffix != ".py":
            text = templatize(text, origin=file)  # pseudo-Python with the same calls
        for _, texts, _, context in extract("python", BytesIO(text.encode()), KEYWORDS):
            one, plural = texts if isinstance(texts, tuple) else (texts, "")
            found.setdefault(Message(context, one, plural), set()).add(file)
    return found


def _catalogues() -> list[Path]:
    return sorted(CATALOGUES.glob("*/LC_MESSAGES/django.po"))


def _message(entry: polib.POEntry) -> Message:
    return Message(entry.msgctxt, entry.msgid, entry.msgid_plural)


def _order(message: Message) -> tuple[str, str]:
    return message.text, message.context or ""


def _entry(message: Message) -> polib.POEntry:
    plural = (
        {"msgid_plural": message.plural, "msgstr_plural": {0: "", 1: ""}} if message.plural else {}
    )
    return polib.POEntry(msgctxt=message.context, msgid=message.text, **plural)


def _same_placeholders(message: Message, entry: polib.POEntry) -> bool:
    """One form of a plural may leave its number out; none may invent a placeholder."""
    wanted = set(PLACEHOLDER.findall(message.text + message.plural))
    forms = list(entry.msgstr_plural.values()) or [entry.msgstr]
    used = [set(PLACEHOLDER.findall(form)) for form in forms]
    return all(form <= wanted for form in used) and set().union(*used) == wanted
