"""Plain text: what was typed, without signs that nobody sees and that turn what others see."""

import re

from games.errors import BadText
from games.people.rules.looks import is_seen

MOST_LINES = 30
# They turn the direction of what follows them. The marks that only say to which side a sign
# belongs (U+200E, U+200F, U+061C) stay: Hebrew and Arabic need them, and they turn nothing else.
_TURNING = "\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069"
_BREAKS = re.compile(r"\r\n?|[\x0b\x0c\x1c-\x1e\x85\u2028\u2029]")
_UNSEEN = re.compile(rf"[\x00-\x08\x0e-\x1b\x1f\x7f-\x84\x86-\x9f\ufeff\ufff9-\ufffb{_TURNING}]")
_GAPS = re.compile(r"\n\s*\n\s*\n")


def text(typed: str, *, most: int, lines: int = MOST_LINES) -> str:
    """Return what was typed as it is kept, perhaps nothing; raises BadText if it is too long."""
    plain = _UNSEEN.sub("", _BREAKS.sub("\n", typed)).replace("\t", " ")
    plain = _GAPS.sub("\n\n", plain).strip()
    if not any(map(is_seen, plain)):
        return ""
    if len(plain) > most:
        raise BadText("long", length=len(plain), most=most)
    if plain.count("\n") >= lines:
        raise BadText("lines", length=plain.count("\n") + 1, most=lines)
    return plain


def said(typed: str, *, most: int) -> str:
    """Return what somebody says; raises BadText, also if nothing is to be seen of it."""
    plain = text(typed, most=most)
    if not plain:
        raise BadText("empty", length=0, most=most)
    return plain
