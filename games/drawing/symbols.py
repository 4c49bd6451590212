"""The symbols that pictures point at: art/*.svg and the tunnels, sent once a page."""

import re
from collections.abc import Iterator, Mapping
from functools import lru_cache
from itertools import combinations
from pathlib import Path

from django.utils.safestring import SafeString, mark_safe

from games.drawing.ways import CLOCKWISE, way_id, way_symbol

_ART = sorted((Path(__file__).parent / "art").glob("*.svg"))
_DEFINITION = re.compile(r'^<(\w+) id="([\w-]+)".*?^</\1>$', re.MULTILINE | re.DOTALL)
# Either is looked for by how it begins: both in one expression would take three times as long.
_POINTERS = (re.compile(r'href="#([\w-]+)'), re.compile(r"url\(#([\w-]+)"))


def _pointed(drawn: str) -> frozenset[str]:
    """Find what a drawing points at."""
    return frozenset().union(*[pointer.findall(drawn) for pointer in _POINTERS])


def _drawn() -> Iterator[tuple[str, str]]:
    for art in _ART:
        drawn = re.sub(r"\n  +", "", art.read_text(encoding="utf-8"))
        for found in _DEFINITION.finditer(drawn):
            yield found[2], found[0]
    for joined in range(1, 5):
        for sides in combinations(CLOCKWISE, joined):
            yield way_id("".join(sides)), way_symbol("".join(sides))
    for side in CLOCKWISE:
        yield way_id(side, climbs=True), way_symbol(side, climbs=True)


SYMBOLS: Mapping[str, str] = dict(_drawn())


def _needed() -> Mapping[str, frozenset[str]]:
    """Find for each symbol those it points at, those that these do, and so on, and itself."""
    needed = {name: _pointed(symbol) | {name} for name, symbol in SYMBOLS.items()}
    while True:
        grown = {
            name: found.union(*(needed[other] for other in found)) for name, found in needed.items()
        }
        if grown == needed:
            return needed
        needed = grown


_NEEDED = _needed()
# They are sent in the order they are drawn in.
_PLACE = {name: at for at, name in enumerate(SYMBOLS)}


def definitions(*pictures: str) -> str:
    """Collect every symbol that the pictures use, and those that these use in turn."""
    return _definitions(_pointed("".join(pictures)))


# Tables look alike: most of them point at the same few dozen.
@lru_cache(maxsize=512)
def _definitions(names: frozenset[str]) -> str:
    found = frozenset().union(*(_NEEDED[name] for name in names))
    drawn = [SYMBOLS[name] for name in sorted(found, key=_PLACE.__getitem__)]
    return f"<defs>{''.join(drawn)}</defs>"


def sprites(*pictures: str) -> SafeString:
    """Make the one unseen drawing that a page with these pictures needs, anywhere in its body."""
    # Not display:none, which would take the lamp light away with it in some browsers.
    sheet = (
        '<svg class="sprites" width="0" height="0" aria-hidden="true" focusable="false">'
        f"{definitions(*pictures)}</svg>"
    )
    return mark_safe(sheet)  # noqa: S308 (the project's own art; nothing of a player's is in it)
