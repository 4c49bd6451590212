"""A player's page, as far as he shows it to who looks; and his own choice of that."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import groupby

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from games import drawing, texts
from games.forms import ShownForm
from games.models import Player
from games.people import selectors
from games.people.rules.shown import Item, Whom, load
from games.people.selectors import Been, NoSuchPlayer, Played, Profile
from games.people.services import showing
from games.services import instant
from games.views.pages import for_players, player_of, see_other
from games.views.ratings import rating

PREVIEWS = {"everybody": Whom.EVERYBODY, "fellows": Whom.FELLOWS}


@dataclass(frozen=True, slots=True)
class Fact:
    """A short line of the page; to whom it is told, for its owner."""

    label: str
    text: str
    whom: str


@dataclass(frozen=True, slots=True)
class Dwarf:
    """How rounds went as one kind of dwarf."""

    picture: str
    name: str
    rounds: str
    paid: str


@never_cache
@require_safe
def show(request: HttpRequest, key: str) -> HttpResponse:
    """Show somebody's page; its owner may look at it as others do."""
    preview = PREVIEWS.get(request.GET.get("as", ""))
    try:
        found = selectors.profile(key, player_of(request), now=instant.now(), preview=preview)
    except NoSuchPlayer:
        raise Http404 from None
    reader = player_of(request)
    own = found.mine and found.viewer == Whom.NOBODY
    dwarves = list(_dwarves(found.roles or ()))
    context = {
        "profile": found,
        "own": own,
        "preview": "" if own or not found.mine else texts.whom_name(found.viewer),
        "ways": _ways(found),
        "facts": list(facts(found, own=own)),
        "games": None if found.games is None else [played(each) for each in found.games],
        "dwarves": None if found.roles is None else dwarves,
        "ratings": None if found.ratings is None else [rating(each) for each in found.ratings],
        "whom": _whom(found) if own else {},
        "sprites": drawing.sprites(*(each.picture for _game, been in dwarves for each in been)),
        "blocked": selectors.blocks(reader, key) if reader and not found.mine else None,
        "less": len(found.told) < len(Item),
    }
    return render(request, "pages/people/profile.html", context)


@never_cache
@for_players
@require_http_methods(["GET", "HEAD", "POST"])
def mine(request: HttpRequest, player: Player) -> HttpResponse:
    """Let a player choose what his page tells to whom."""
    chosen = load(player.shown)
    form = ShownForm(request.POST or None, initial={each: chosen[each] for each in Item})
    if request.method == "POST" and form.is_valid():
        showing.choose(player, form.chosen)
        messages.success(request, _("Saved. So others see your page from now on."))
        return see_other(reverse("profiles-mine"))
    page = reverse("profiles-show", args=[player.key])
    context = {"form": form, "page": page, "ways": _previews(page)}
    return render(request, "pages/people/shown.html", context, status=400 if form.errors else 200)


def _ways(found: Profile) -> list[tuple[str, str, bool]]:
    """Where its owner looks at the page as others do, or as himself: where he is now is marked."""
    if not found.mine:
        return []
    page = reverse("profiles-show", args=[found.key])
    own = (page, _("as I see it"), found.viewer == Whom.NOBODY)
    others = zip(PREVIEWS.values(), _previews(page), strict=True)
    return [own, *((href, said, found.viewer == whom) for whom, (href, said) in others)]


def _previews(page: str) -> list[tuple[str, str]]:
    return [
        (f"{page}?as={name}", said)
        for name, said in zip(
            PREVIEWS,
            (_("as everybody sees it"), _("as those see it who play with me")),
            strict=True,
        )
    ]


def facts(found: Profile, *, own: bool) -> Iterator[Fact]:
    """Say what a profile says in a line each; to its owner also to whom it is told."""
    whom = _whom(found) if own else {}
    if found.since is not None:
        since = texts.month_text(found.since)
        yield Fact(_("Here since"), since, whom.get(Item.SINCE.value, ""))
    if found.record is not None and Item.TURNS in found.told:
        turns = texts.share_text(found.record.turns)
        yield Fact(_("Record"), turns, whom.get(Item.TURNS.value, ""))
    if found.record is not None and Item.REPLY in found.told:
        reply = texts.reply_text(found.record.turns) or _("no game is over yet")
        yield Fact(_("Pace"), reply, whom.get(Item.REPLY.value, ""))


def _whom(found: Profile) -> dict[str, str]:
    return {item.value: texts.whom_name(whom) for item, whom in found.chosen.items()}


def played(each: Played) -> tuple[str, str, int, int]:
    """Say how games of a ruleset went."""
    name = texts.ruleset_name(each.ruleset)
    said = texts.won_text(each.won, each.games)
    if each.decided:
        said = texts.won_by_decision_text(said, each.decided, each.won_as_played)
    return name, said, each.won, each.games


def _dwarves(roles: Iterable[Been]) -> Iterator[tuple[str, list[Dwarf]]]:
    for ruleset, been in groupby(roles, key=lambda each: each.ruleset):
        yield texts.ruleset_name(ruleset), [_dwarf(each) for each in been]


def _dwarf(each: Been) -> Dwarf:
    return Dwarf(
        drawing.role_svg(each.ruleset, each.role),
        texts.role_name(each.ruleset, each.role),
        texts.rounds_text(each.rounds),
        texts.paid_text(each.paid, each.gold),
    )
