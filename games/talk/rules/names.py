"""Names that look alike: who speaks under another's is told apart by a number."""

import unicodedata
from collections.abc import Iterable, Mapping

# Letters of other scripts, and digits, each before the Latin one that it looks like.
_CYRILLIC = "аa вb еe іi кk мm нh оo рp сc тt уy хx ѕs јj ԁd ԛq ԝw ӏl һh"
_GREEK = "αa βb εe ιi κk νv οo ρp τt υu χx ωw"
_SIGNS = "0o 1l 3e 5s |l"
_LIKE = str.maketrans({pair[0]: pair[1] for pair in f"{_CYRILLIC} {_GREEK} {_SIGNS}".split()})
_WIDE = str.maketrans({"m": "rn", "w": "vv", "i": "l"})


def folded(name: str) -> str:
    """Return what a name looks like: two of one look are the same here."""
    parts = unicodedata.normalize("NFKD", unicodedata.normalize("NFKD", name).casefold())
    seen = (letter for letter in parts if unicodedata.category(letter)[0] not in "CMZ")
    return "".join(seen).translate(_LIKE).translate(_WIDE)


def told_apart(people: Iterable[tuple[int, str]]) -> Mapping[tuple[int, str], str]:
    """Name people by who they are: the first of one look as he is called, others numbered."""
    called: dict[tuple[int, str], str] = {}
    looks: dict[str, list[int]] = {}
    for person, name in people:
        alike = looks.setdefault(folded(name), [])
        if person not in alike:
            alike.append(person)
        number = alike.index(person) + 1
        called[person, name] = name if number == 1 else f"{name} ({number})"
    return called
