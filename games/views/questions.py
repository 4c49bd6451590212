"""The open questions of a move as a table's page shows them: options, pictures, lit places."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from django.utils.safestring import SafeString

from engine.api import Pick, TableView
from engine.maze.cells import cell_named
from engine.maze.grid import CardSight, GoalSight
from games import drawing
from games.texts import Price, Reader
from games.views.chooser import Chooser, Level, Option

FREE = Price()
MANY = 8
"""So many answers wait behind their question once one of them was picked."""


@dataclass(frozen=True, slots=True)
class Choice:
    """One option of the chooser with its picture."""

    kind: str
    label: str
    href: str
    chosen: bool
    picture: SafeString | str
    price: Price = FREE


@dataclass(frozen=True, slots=True)
class Question:
    """One level of the chooser as it is shown, or the cards among its options."""

    kind: str
    question: str
    titled: bool
    """Whether the question is written above it; the first that is open has it as its heading."""
    answered: bool
    folded: bool
    """Whether its options wait behind the question: they are seldom wanted and many."""
    options: tuple[Choice, ...]


def spots(view: TableView, chooser: Chooser, reader: Reader) -> Iterator[drawing.Touch]:
    """Find the options that are places smaller than a cell; the one picked is marked instead."""
    for depth, level in enumerate(chooser.levels):
        for option in level.options:
            spot = drawing.spot_of(view.ruleset, option.kind, option.value, view.cards)
            if spot and not option.chosen:
                price = _price(option, chooser.picked[:depth], view, reader)
                name = f"{option.label}: {price.text}" if price.text else option.label
                yield drawing.Touch(spot, option.href, name, price.harm)


def lit(chooser: Chooser) -> dict[str, str]:
    """Light the cells that can be picked; the one already picked shows its card instead."""
    here = chooser.chosen("cell")
    return {name: href for name, href in chooser.links("cell").items() if name != here}


def _laid(chooser: Chooser, view: TableView) -> str:
    """Name the card that is to be laid: one of the hand, or a goal that waits to be turned."""
    waiting: GoalSight | None = view.orient
    return chooser.chosen("card") or (waiting and waiting.code) or ""


def ghost(chooser: Chooser, view: TableView) -> CardSight | None:
    """Show the card that is to be laid where it would lie."""
    code, cell = _laid(chooser, view), chooser.chosen("cell")
    if not code or not cell:
        return None
    return drawing.lying(code, cell_named(cell), turned=chooser.chosen("turn") == "turned")


def questions(chooser: Chooser, view: TableView, reader: Reader) -> tuple[Question, ...]:
    """Show the levels that need an answer; the hand itself asks for the first card."""
    return tuple(
        question
        for depth, level in enumerate(chooser.levels)
        if not level.given and not _is_more(level, depth)
        for question in _parts(level, chooser, chooser.picked[:depth], view, reader)
    )


def _is_more(level: Level, depth: int) -> bool:
    """Tell whether one more card was picked here: the hand shows it, and it takes no other way."""
    return bool(depth) and any(option.kind == "card" and option.chosen for option in level.options)


def _parts(
    level: Level, chooser: Chooser, before: Sequence[Pick], view: TableView, reader: Reader
) -> Iterator[Question]:
    cards = [option for option in level.options if option.kind == "card"]
    others = [option for option in level.options if option.kind != "card"]
    if others and (before or not cards):
        choices = tuple(
            choice(option, _laid(chooser, view), _price(option, before, view, reader))
            for option in others
        )
        yield Question(
            level.kind,
            level.question,
            titled=level.answered,
            answered=level.answered,
            folded=level.answered and len(others) > MANY,
            options=choices,
        )
    if cards and before:
        text = reader.book.question_text("card", before)
        choices = tuple(choice(option, "") for option in cards)
        folded = bool(others) and len(before) == 1
        yield Question("card", text, titled=True, answered=False, folded=folded, options=choices)


def _price(option: Option, before: Sequence[Pick], view: TableView, reader: Reader) -> Price:
    return reader.book.price(view, (*before, Pick(option.kind, option.value)))


def choice(option: Option, laid: str, price: Price = FREE) -> Choice:
    """Show one option with its picture."""
    face = _face(option, laid)
    return Choice(option.kind, option.label, option.href, option.chosen, face, price)


def _face(option: Option, laid: str) -> SafeString | str:
    """Draw what an option looks like: the card as it would lie, the tool."""
    if option.kind == "turn" and laid:
        return drawing.card_svg(laid, turned=option.value == "turned")
    if option.kind == "tool":
        return drawing.icon_svg(option.value)
    if option.kind == "card":
        return drawing.card_svg(option.value)
    return ""
