"""What a person may be called."""

import re
import unicodedata
from collections.abc import Iterable

from games.errors import BadName
from games.people.rules.looks import BLANK, is_seen, look

LONGEST = 40
MOST_MARKS = 3
"""In a row: scripts need as many, and more of them run into the lines above."""

_WORD = re.compile(r"[\W_]+")
# Mail programs make links of addresses and domains, and a name stands in emails to others. "J. Doe"
# with a space is none.
_LINK = re.compile(r"\S@\S|://|[^\W_][.\u3002][^\W\d_]{2,}")


def name(text: str) -> str:
    """Return a name with plain spaces as it is kept; raises BadName."""
    plain = " ".join(unicodedata.normalize("NFC", text).split())
    if not plain:
        raise BadName("empty")
    if len(plain) > LONGEST:
        raise BadName("long")
    # What cannot be printed are also the signs that turn the direction of all that follows.
    if not plain.isprintable() or any(letter in BLANK for letter in plain) or _piled(plain):
        raise BadName("unseen")
    if not any(map(is_seen, plain)):
        raise BadName("unseen")
    if _LINK.search(unicodedata.normalize("NFKC", plain)):
        raise BadName("link")
    # Every bot is called so, in every language.
    words = [look(word) for word in _WORD.split(plain)]
    if _BOT in words:
        raise BadName("bot")
    whole = look(_WORD.sub("", plain))
    if _SHORT_OFFICES.intersection((*words, whole)) or any(each in whole for each in _OFFICES):
        raise BadName("office")
    return plain


def alike(name: str, others: Iterable[str]) -> str | None:
    """Find the one of some names that a name cannot be told from, if there is one."""
    seen = look(name)
    return next((other for other in others if other and look(other) == seen), None)


def _piled(text: str) -> bool:
    run = 0
    for letter in text:
        run = run + 1 if unicodedata.category(letter)[0] == "M" else 0
        if run > MOST_MARKS:
            return True
    return False


_BOT = look("bot")
# Whoever is called so seems to speak for the service. These are refused inside other words, too:
# no name has them, but "Moderatorin" or "SaboteurAdministration" does.
_OFFICES = tuple(
    map(
        look,
        (
            *("moderator", "moderation", "operator", "director", "direktor", "administrator"),
            *("administration", "spielleit", "betreiber", "saboteur"),
        ),
    )
)
# These only as whole words: there are ghosts and badminton players.
_SHORT_OFFICES = frozenset(map(look, ("host", "admin", "mod", "staff", "support")))
