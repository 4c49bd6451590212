"""Wrap text so that mail programs can join its lines again: format=flowed (RFC 3676)."""

from collections.abc import Iterator

from games.replies.rules import commands

WIDTH = 76
SEPARATOR = "-- "
"""Starts the signature. Only here does a space at the end not join two lines (RFC 3676, 4.3)."""
_QUOTE = ">"
_STUFFED = (" ", _QUOTE, "From ")
"""What a line may start with only after one more space (RFC 3676, 4.4)."""


def flowed(text: str) -> str:
    """Break long lines after a space. Lines that start with one, as the maze does, stay whole."""
    return "\n".join(part for line in text.split("\n") for part in _parts(line))


def _parts(line: str) -> Iterator[str]:
    if line == SEPARATOR:
        yield line
        return
    line = line.rstrip(" ")
    if line == _QUOTE or line.startswith(f"{_QUOTE} "):
        said = line[2:]
        yield from (f"{_QUOTE} {part}" for part in _wrapped(said)) if said else (_QUOTE,)
    elif line.startswith(" "):
        yield f" {line}"
    else:
        yield from map(_stuffed, _wrapped(line))


def _wrapped(text: str) -> Iterator[str]:
    # Two columns are left for a mark of quotation or a stuffed space.
    while len(text) > WIDTH - 2:
        at = text.rfind(" ", 0, WIDTH - 2)
        if at < 0 and (at := text.find(" ")) < 0:
            break
        # Codes and other wishes are named in our text. None may stand at the start of a broken
        # line: a reply that quotes it without any mark would ask for it.
        while _is_wish(text[at + 1 :]) and (earlier := text.rfind(" ", 0, at)) > 0:
            at = earlier
        yield text[: at + 1]
        text = text[at + 1 :]
    yield text


def _is_wish(line: str) -> bool:
    return bool(commands.read(line, words=frozenset()).commands)


def _stuffed(part: str) -> str:
    return f" {part}" if part.startswith(_STUFFED) else part
