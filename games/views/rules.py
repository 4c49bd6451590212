"""How each game is played here: one page for each ruleset, in our own words."""

from collections.abc import Iterator
from dataclasses import dataclass

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.safestring import SafeString
from django.utils.text import slugify
from django.views.decorators.http import require_safe

from games import drawing, selectors, texts
from games.views.games import described


@dataclass(frozen=True, slots=True)
class Card:
    """A kind of card, or of dwarf, as the rules show it."""

    anchor: str
    name: str
    picture: SafeString
    copies: str
    help: str


@dataclass(frozen=True, slots=True)
class Group:
    """Kinds of cards under one title."""

    title: str
    cards: tuple[Card, ...]


@require_safe
def index(request: HttpRequest) -> HttpResponse:
    """List the games whose rules are told here."""
    games = [described(meta) for meta in selectors.offered().values()]
    return render(request, "pages/rules_index.html", {"games": games})


@require_safe
def rules(request: HttpRequest, key: str) -> HttpResponse:
    """Tell the rules of a game."""
    offered = selectors.offered()
    if key not in offered:
        raise Http404
    kinds = [*_kinds(key)]
    context = {
        "game": described(offered[key]),
        "others": [described(meta) for meta in offered.values() if meta.key != key],
        "options": [
            (
                texts.option_name(key, option),
                [texts.option_value(key, option, value) for value in values],
            )
            for option, values in offered[key].options.items()
        ],
        "kinds": kinds,
        "sprites": drawing.sprites(*(card.picture for group in kinds for card in group.cards)),
    }
    return render(request, f"pages/rules/{key}.html", context)


def _kinds(key: str) -> Iterator[Group]:
    for title, kinds in texts.BOOKS[key].kinds():
        yield Group(title, tuple(_card(key, *kind) for kind in kinds))
    title, kinds = texts.BOOKS[key].dwarves()
    yield Group(title, tuple(_dwarf(key, *kind) for kind in kinds))


def _card(key: str, code: str, copies: str) -> Card:
    picture, told = drawing.card_svg(code), texts.card_help(key, code)
    return Card(f"card-{code}", texts.card_name(code), picture, copies, told)


def _dwarf(key: str, role: str, copies: str) -> Card:
    picture, told = drawing.role_svg(key, role), texts.role_help(key, role)
    return Card(f"dwarf-{slugify(role)}", texts.role_name(key, role), picture, copies, told)
