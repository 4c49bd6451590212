"""Everywhere that staff can go: addresses, lists, filters, words, lookups, acts and what follows.

All of it comes from the code: the addresses from the service's own table of them, lists with their
filters from the pages of the admin, acts from `ACTS`, columns from the models. So what is added
is walked without being named here.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from html import unescape
from itertools import product
from typing import Any, TypeVar
from zlib import crc32

import pytest
from django import forms
from django.contrib.admin.utils import quote
from django.db import models
from django.urls import URLPattern, URLResolver, get_resolver, reverse

from games.admin import office
from games.models import Act, Game, Letter, Line, Player
from games.moderation.acts import ACTS
from games.moderation.rules.conditions import Circumstances
from games.moderation.rules.matrix import Relation, Right, Role, right
from games.moderation.services import entitled
from games.moderation.services.scene import SITE
from games.views import moderated
from tests.games.cast import DAY, NOW, player
from tests.games.moderation.cast import WHY, address
from tests.games.moderation.twin.looking import DOING, Eyes, undone, written_to
from tests.games.moderation.twin.words import words
from tests.games.moderation.twin.worlds import Worlds

T = TypeVar("T")

NOBODY_KNOWS = "zzzzzzzzzz"
NO_ID = "12345678-1234-5678-1234-567812345678"
STAFFS = ("moderation/", "admin/", "log/")
"""Where addresses of staff begin. A moderator who has no part in the game opens all others too."""
HREF = re.compile(r'<a[^>]* href="([^"#]+)"')
OPEN_SECRETS = {"glass-seat", "glass-state", "impersonate", "export-record"}
"""Acts that are there to show secrets: asked for and previewed in here, and not done."""


@dataclass(frozen=True)
class Walk:
    """One walk through everything, or through a share of it."""

    worlds: Worlds
    share: int = 1
    """One in so many of all that there is to ask; of what there is most of, fewer."""
    turn: int = 0
    """Which of them: so many turns one after the other walk through all."""

    @property
    def game(self) -> Game:
        """The game as it is in the world that is walked through."""
        return self.worlds.game

    def some(self, many: Iterable[T], *, rarely: int = 1) -> Iterator[T]:
        """Choose this walk's share, the same in both worlds."""
        of = self.share * rarely if self.share > 1 else 1
        mine = self.turn * 7919 % of if rarely > 1 else self.turn % of
        return (each for each in many if crc32(repr(each).encode()) % of == mine)


def of_a_moderator(walk: Walk) -> Eyes:
    """Walk as a moderator who has nothing to do with the game."""
    eyes = Eyes(player("mia"))
    everywhere(eyes, walk)
    pages_of_moderation(eyes, walk)
    acts(eyes, walk, [act for act in ACTS if _may(act, Role.MODERATOR)])
    faults(eyes, walk)
    return eyes


def of_a_host(walk: Walk) -> Eyes:
    """Walk as a host who has nothing to do with the game: also through the admin."""
    eyes = Eyes(player("hal"))
    everywhere(eyes, walk, only=STAFFS)
    admin(eyes, walk)
    acts(eyes, walk, [act for act in ACTS if not _may(act, Role.MODERATOR)])
    return eyes


def of_who_plays(walk: Walk) -> Eyes:
    """Walk as a host who plays in the game, and to whom it is as if there were none."""
    eyes = Eyes(Player.objects.get(pk=walk.worlds.barred.pk))
    everywhere(eyes, walk, only=STAFFS)
    pages_of_moderation(eyes, walk)
    admin(eyes, walk)
    for act in walk.some(ACTS):
        for target in targets(ACTS[act].about, walk):
            eyes.ask(address(act, target))
    return eyes


# Addresses.


def everywhere(eyes: Eyes, walk: Walk, *, only: Sequence[str] = ()) -> None:
    """Open every address, and send to staff's what is no form."""
    for path in walk.some(addresses(walk, only=only)):
        eyes.ask(path)
        if path.startswith(f"/{STAFFS[0]}"):
            with undone():
                eyes.ask(path, {"unknown": "1"})


def addresses(walk: Walk, *, only: Sequence[str] = ()) -> Iterator[str]:
    """Name every address of the service, with all that could stand in it; acts have their own."""
    for route, converters in routes(get_resolver().url_patterns):
        if route.startswith(("admin/", "moderation/do/")):
            continue
        if only and not route.startswith(tuple(only)):
            continue
        pools = [_fitting(name, converter, walk) for name, converter in converters.items()]
        for values in product(*pools):
            path = route
            for name, value in zip(converters, values, strict=True):
                path = re.sub(rf"<(\w+:)?{name}>", str(value), path)
            yield f"/{path}"


def routes(patterns: Iterable[Any], before: str = "") -> Iterator[tuple[str, dict[str, Any]]]:
    """Name every route with what it takes."""
    for pattern in patterns:
        route = before + str(pattern.pattern)
        if isinstance(pattern, URLResolver):
            yield from routes(pattern.url_patterns, route)
        elif isinstance(pattern, URLPattern):
            yield route, pattern.pattern.converters


def _fitting(name: str, converter: Any, walk: Walk) -> list[str]:
    """Name what could stand in a place of an address: what there is, and what there is not."""
    ply = walk.game.ply
    known: dict[str, list[Any]] = {
        "token": ["x"],
        "act": ["restart-round"],
        "ply": sorted({0, ply // 2, ply, ply + 1}),
        "reference": [*walk.worlds.references, "ZZZZ"],
    }
    everything = [
        walk.game.key,
        walk.worlds.player.key,
        walk.game.ruleset,
        NOBODY_KNOWS,
        1,
        10**6,
        NO_ID,
    ]
    everything += list(Letter.objects.order_by("pk").values_list("pk", flat=True)[:1])
    pattern = re.compile(converter.regex)
    values = [str(each) for each in known.get(name, everything)]
    return [each for each in dict.fromkeys(values) if pattern.fullmatch(each)]


# Moderation.


def pages_of_moderation(eyes: Eyes, walk: Walk) -> None:
    """Look for games and people by all that could betray something, and follow every way."""
    home = reverse("moderation-home")
    known = [walk.game.key, walk.game.name, "bob"]
    for word in [*known, *walk.some(words(walk.game.ruleset), rarely=8)]:
        eyes.ask(f"{home}?q={word}")
        with undone():
            eyes.ask(home, {"who": word})
    seen = {home}
    for page in (home, f"{home}?q={walk.game.key}", game_page(walk), person_page(walk)):
        found = [way for way in ways(eyes.ask(page)) if way.startswith("/moderation/")]
        for way in walk.some(each for each in found if each not in seen):
            seen.add(way)
            eyes.ask(way)


def game_page(walk: Walk) -> str:
    """The moderators' page of the game."""
    return reverse("moderation-game", args=[walk.game.key])


def person_page(walk: Walk) -> str:
    """Their page of somebody who plays there."""
    return reverse("moderation-person", args=[walk.worlds.player.key])


def ways(response: Any) -> list[str]:
    """Read where a page leads, each way once."""
    if response.streaming or "html" not in response.get("Content-Type", ""):
        return []
    return list(dict.fromkeys(unescape(each) for each in HREF.findall(response.content.decode())))


# Acts.


def acts(eyes: Eyes, walk: Walk, keys: Iterable[str]) -> None:
    """Open and preview every act, well and badly typed; do some, and look at all pages after it."""
    for act in map(ACTS.__getitem__, keys):
        for target in targets(act.about, walk):
            here = address(act.key, target)
            for _ in walk.some([here]):
                eyes.ask(here)
                with undone():
                    eyes.ask(here, {})
            if str(target) in (NOBODY_KNOWS, NO_ID):
                continue
            for nth, typed in enumerate(typings(act, walk)):
                chosen = any(walk.some([(act.key, str(target), nth)]))
                if nth == 0 or chosen:
                    with undone():
                        token = previewed(eyes, here, typed)
                        if token and chosen and act.key not in OPEN_SECRETS:
                            done(eyes, walk, act, here, token)


def _may(act: str, role: Role) -> bool:
    may = right(act, [role], Relation.NONE, Circumstances())[0]
    return may not in (Right.NONE, Right.BARRED)


def targets(about: str, walk: Walk) -> list[Any]:
    """Name what an act could be about: the game's things, and what nobody knows."""
    match about:
        case "game":
            return [walk.game.key, NOBODY_KNOWS]
        case "letter":
            # What became of a letter may differ between the worlds, and so may choose none.
            mine = Letter.objects.filter(game=walk.game).order_by("pk").values_list("pk", flat=True)
            return [mine[0], *walk.some(mine), NO_ID]
        case "person":
            return [walk.worlds.player.key, NOBODY_KNOWS]
        case "site":
            return [SITE, NOBODY_KNOWS]
        case _:
            return _targets_of_others(about, walk)


def _targets_of_others(about: str, walk: Walk) -> list[Any]:
    """Rows of matters that came later are named by their number or their reference."""
    return [1, 2, walk.game.key, walk.worlds.player.key, NOBODY_KNOWS]


def typings(act: Any, walk: Walk) -> list[dict[str, Any]]:
    """Fill in an act's form: as it is meant, then each field otherwise."""
    fields = act.form({}).fields
    choices = {name: _typed(name, each, walk) for name, each in fields.items()}
    base = {name: values[0] for name, values in choices.items()} | WHY
    base |= {"why": choices["why"][0]} if "why" in choices else {}
    others = [
        base | {name: value}
        for name, values in choices.items()
        if name not in WHY
        for value in values[1:]
    ]
    return [base, *others]


def _typed(name: str, field: Any, walk: Walk) -> list[Any]:
    ply = walk.game.ply
    if name == "seat":
        asked = list(Game.objects.values_list("to_act", flat=True).get(pk=walk.game.pk))
        return [*asked, *(at for at in range(walk.game.seats) if at not in asked)]
    if name == "to":
        return [max(0, ply - 1), 0, ply // 2, ply, 10**5]
    if name == "back":
        done = (
            Act.objects.filter(stage=Act.Stage.DONE)
            .order_by("pk")
            .values_list("reference", flat=True)
        )
        return ["", *done, "ZZZZ"]
    match field:
        case forms.ModelChoiceField():
            return [row.pk for row in field.queryset[:3]] or [1]
        case forms.ChoiceField():
            choices: Any = field.choices
            return [value for value, _ in choices if value][:4] or [""]
        case forms.BooleanField():
            return ["on", ""]
        case forms.DateTimeField():
            return [f"{NOW + DAY:%Y-%m-%dT%H:%M}", "nonsense"]
        case forms.DateField():
            return [f"{NOW + 2 * DAY:%Y-%m-%d}", f"{NOW - DAY:%Y-%m-%d}"]
        case forms.IntegerField():
            least: Any = field.min_value
            return [max(1, least or 0) + 11, -1, 10**6]
        case _:
            return ["asked for it in the talk", walk.worlds.player.key, "", "saboteur"]


def previewed(eyes: Eyes, here: str, typed: dict[str, Any]) -> str:
    """Send an act's form; the confirmation that its preview ends in, if it has one."""
    shown = eyes.ask(here, typed)
    return str((shown.context or {}).get("confirmation") or "")


def done(eyes: Eyes, walk: Walk, act: Any, here: str, token: str) -> None:
    """Do what was previewed, ask a second person where it takes two, and look around."""
    before = Line.objects.count()
    answer = eyes.ask(here, {"confirmation": token}, note=DOING)
    eyes.ask(here, {"confirmation": token}, note="again")
    waiting = Act.objects.filter(stage=Act.Stage.ASKED).order_by("-pk").first()
    if answer.status_code == 202 and waiting is not None:
        look_around(eyes, walk, f"{act.key} asked")
        second = Eyes(player("max" if _may(act.key, Role.MODERATOR) else "hugo"), eyes.answers)
        asked = reverse("moderation-asked", args=[waiting.reference])
        second.ask(asked)
        second.ask(asked, {"answer": "yes", "digest": waiting.digest}, note=DOING)
    look_around(eyes, walk, f"{act.key} done", since=before)


def look_around(eyes: Eyes, walk: Walk, after: str, *, since: int = 0) -> None:
    """Look at all pages that tell of a game, at the log, and at letters to staff."""
    game = Game.objects.get(pk=walk.game.pk)
    pages = ["moderation-game"]
    if game.status == Game.Status.ACTIVE:
        # The end of a game turns up what lay hidden in it: for everybody, and rightly.
        pages += ["table-public", "stories-public", "replays-public", "time-table"]
    for name in pages:
        eyes.ask(reverse(name, args=[walk.game.key]), note=after)
    for path in (reverse("moderation-home"), person_page(walk), reverse("log")):
        eyes.ask(path, note=after)
    with undone():
        staff = Player.objects.filter(is_staff=True).order_by("pk").values_list("email", flat=True)
        eyes.note(f"letters to staff after {after}", written_to(list(staff)))
    # What a line of the log tells of secrets is a digest, which no page shows.
    eyes.note(f"lines of the log after {after}", _lines(since))


SHOWN = (
    "act", "role", "relation", "arguments", "target_kind", "target_id", "reason", "preview",
    "before", "after", "changes", "second",
)  # fmt: skip
"""All columns of the log but those that name or hash: no page shows its digest."""


def _lines(since: int) -> str:
    lines = Line.objects.filter(number__gt=since).order_by("number").values(*SHOWN)
    return "\n".join(map(str, lines))


# Faults.


def faults(eyes: Eyes, walk: Walk) -> None:
    """Let things break, with secrets in what the error says, and see what that tells."""

    def broken(*_: object, **__: object) -> Any:
        state = Game.objects.values_list("state", flat=True).get(pk=walk.game.pk)
        raise ValueError(f"no such card: {state}")

    for module, name in (
        (moderated, "game_page"),
        (moderated, "person_page"),
        (entitled, "require"),
    ):
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(module, name, broken)
            eyes.ask(game_page(walk), note=f"{name} broken")
            eyes.ask(person_page(walk), note=f"{name} broken")
            with undone():
                eyes.ask(
                    address("extend-game", walk.game.key),
                    {**WHY, "hours": 1},
                    note=f"{name} broken",
                )


# Django's admin.


def admin(eyes: Eyes, walk: Walk) -> None:
    """Go through every list with its filters, sorts, pages and words, and every row's pages."""
    for page in (reverse("admin:index"), reverse("admin:app_list", args=["games"])):
        eyes.ask(page)
    for model in office._registry:
        lists_of(eyes, walk, model)
        searches(eyes, walk, model)
        filters(eyes, walk, model)
        suggestions(eyes, walk, model)
        rows_of(eyes, walk, model)
        actions(eyes, walk, model)


def list_of(model: type[models.Model]) -> str:
    """The list of a table."""
    return reverse(f"admin:games_{model._meta.model_name}_changelist")


def lists_of(eyes: Eyes, walk: Walk, model: type[models.Model]) -> None:
    """Open a list by each filter, sort and page that it offers, and by some that it does not."""
    here = list_of(model)
    found = [way for way in ways(eyes.ask(here)) if way.startswith(("?", f"{here}?"))]
    queries = [way.removeprefix(here) for way in found]
    queries += ["?_facets=True", "?e=1", "?all=", "?p=2", "?_to_field=state", "?o=99.1"]
    for query in walk.some(queries):
        eyes.ask(here + query)


def searches(eyes: Eyes, walk: Walk, model: type[models.Model]) -> None:
    """Look through a list for all that could betray something."""
    here = list_of(model)
    searched = [(here, word) for word in words(walk.game.ruleset)]
    for word in [walk.game.key, *(word for _, word in walk.some(searched, rarely=16))]:
        eyes.ask(f"{here}?q={word}")


def filters(eyes: Eyes, walk: Walk, model: type[models.Model]) -> None:
    """Filter a list by columns that it does not offer."""
    for lookup in walk.some(lookups(model, walk), rarely=64):
        eyes.ask(f"{list_of(model)}?{lookup}")


def suggestions(eyes: Eyes, walk: Walk, model: type[models.Model]) -> None:
    """Let what is typed be completed, wherever a column leads to another table."""
    for field in model._meta.concrete_fields:
        if field.related_model:
            asked = f"?app_label=games&model_name={model._meta.model_name}&field_name={field.name}"
            here = reverse("admin:autocomplete") + asked
            for word in walk.some((*words(walk.game.ruleset), walk.game.key), rarely=32):
                eyes.ask(f"{here}&term={word}")


def rows_of(eyes: Eyes, walk: Walk, model: type[models.Model]) -> None:
    """Open rows of the game, and some that are not there; try to add, change and delete."""
    info = f"admin:games_{model._meta.model_name}"
    for pk in walk.some([*_some_rows(model), "0", NO_ID, "x"]):
        for page in ("change", "history", "delete"):
            eyes.ask(reverse(f"{info}_{page}", args=[quote(pk)]))
        with undone():
            eyes.ask(reverse(f"{info}_change", args=[quote(pk)]), {"name": "x"})
    eyes.ask(reverse(f"{info}_add"))


def _some_rows(model: type[models.Model]) -> list[str]:
    """The first rows of a table, and its last ones."""
    rows = [str(pk) for pk in model._default_manager.order_by("pk").values_list("pk", flat=True)]
    return list(dict.fromkeys([*rows[:3], *rows[-3:]]))


def actions(eyes: Eyes, walk: Walk, model: type[models.Model]) -> None:
    """Do with all rows what a list offers, and look at it again."""
    here = list_of(model)
    chosen = [str(pk) for pk in model._default_manager.order_by("pk").values_list("pk", flat=True)]
    for name in walk.some(office._registry[model].actions):
        with undone():
            eyes.ask(here, {"action": name, "_selected_action": chosen, "reason": "x"})
            eyes.ask(here, note=f"after {name}")


KINDS = ("exact", "icontains", "gt", "isnull", "regex", "in", "contains", "length")


def lookups(model: type[models.Model], walk: Walk) -> Iterator[str]:
    """Ask for each stored column, and for what differs between the worlds by what is in them."""
    for path, field in _columns(model):
        values = walk.worlds.different.get((field.model._meta.db_table, field.column))
        if values or path.count("__") < 2:
            kinds = product(KINDS, values or ("1",))
            yield from (f"{path}__{kind}={_probe(value)}" for kind, value in kinds)


def _probe(value: str | None) -> str:
    """Part of a value that the other world does not have."""
    return re.sub(r"[^\w ]", "", value or "")[:24] or "1"


def _columns(
    model: type[models.Model], before: str = "", depth: int = 2
) -> Iterator[tuple[str, Any]]:
    """Name every column that can be reached from a model, through two others."""
    fields: Iterable[Any] = model._meta.get_fields()
    for field in fields:
        name = before + field.name
        if isinstance(field, models.Field) and field.concrete and not field.many_to_many:
            yield name, field
        other = field.related_model
        if depth and other and other._meta.app_label == "games":
            yield from _columns(other, f"{name}__", depth - 1)
