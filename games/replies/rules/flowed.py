"""Text whose lines a mail program broke and marked so that they can be joined again (RFC 3676)."""

from collections.abc import Iterator


def joined(text: str, *, without_space: bool) -> str:
    """Join the lines that belong together."""
    return "\n".join(_lines(text.splitlines(), without_space=without_space))


def _lines(lines: list[str], *, without_space: bool) -> Iterator[str]:
    held, depth = "", 0
    for line in lines:
        bare = line.lstrip(">")
        deep, bare = len(line) - len(bare), bare.removeprefix(" ")
        if held and deep != depth:
            # Who breaks a line at another depth of quoting did not break it there.
            yield _at(depth, held)
            held = ""
        depth = deep
        if bare.endswith(" ") and bare != "-- ":
            held += bare[:-1] if without_space else bare
            continue
        yield _at(depth, held + bare)
        held = ""
    if held:
        yield _at(depth, held)


def _at(depth: int, text: str) -> str:
    return f"{'>' * depth} {text}" if depth else text
