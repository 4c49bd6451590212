"""Reading files of written cases; `docs/cases.md` describes them. Nothing is played here."""

from collections.abc import Iterator
from dataclasses import dataclass, field

from engine.errors import EngineError

_BLOCKS = ("position", "setup", "moves", "expect")


class CaseError(EngineError):
    """A case that cannot be read; the message begins with file:line."""

    def __init__(self, file: str, line: int, wrong: object) -> None:
        """Say where and what."""
        super().__init__(f"{file}:{line}: {wrong}")


@dataclass(frozen=True, slots=True)
class Line:
    """One line inside a block."""

    number: int
    text: str


@dataclass(slots=True)
class Block:
    """A keyword and the lines below it."""

    word: str
    number: int
    lines: list[Line] = field(default_factory=list)


@dataclass(slots=True)
class Case:
    """One written case."""

    file: str
    number: int
    title: str
    blocks: list[Block] = field(default_factory=list)


def read_cases(file: str, text: str) -> list[Case]:
    """Split a file into its cases; raises CaseError."""
    cases = list(_split(file, text))
    for case in cases:
        words = [block.word for block in case.blocks]
        if words[:1] not in (["position"], ["setup"]) or {"position", "setup"} & {*words[1:]}:
            raise CaseError(file, case.number, "a case begins with one position or one setup")
        if "expect" not in words and not any("!" in line.text for line in _moves(case)):
            raise CaseError(file, case.number, "nothing is expected here, so nothing can fail")
    if not cases:
        raise CaseError(file, 1, "no case in this file")
    return cases


def _split(file: str, text: str) -> Iterator[Case]:
    case: Case | None = None
    for number, raw in enumerate(text.splitlines(), 1):
        line = raw.strip()
        if not line or line.startswith("#"):
            continue
        word, _, rest = line.partition(" ")
        if raw[0].isspace():
            if case is None or not case.blocks:
                raise CaseError(file, number, "an indented line belongs to no block")
            case.blocks[-1].lines.append(Line(number, line))
        elif word == "case" and rest:
            if case:
                yield case
            case = Case(file, number, rest.strip())
        elif case and line in _BLOCKS:
            case.blocks.append(Block(line, number))
        else:
            expected = ", ".join(_BLOCKS) if case else "case and a title"
            raise CaseError(file, number, f"{line[:40]!r} where {expected} should stand")
    if case:
        yield case


def _moves(case: Case) -> Iterator[Line]:
    return (line for block in case.blocks if block.word == "moves" for line in block.lines)
