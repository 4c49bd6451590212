"""The Dark Cave's table in words: dwarves and what lies before them, creatures, webs, the end."""

from collections.abc import Iterator, Sequence
from dataclasses import replace

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from engine.rulesets.dark_cave.sights import CreatureSight, DwarfSight, WebSight
from engine.rulesets.dark_cave.view import View
from games.spoken import spoken
from games.texts.book import Badge, Fact, Figure, Panel, Reader
from games.texts.rulesets.dark_cave.ending import ended_text
from games.texts.rulesets.dark_cave.words import (
    border_name,
    clan_name,
    creature_name,
    place_name,
    role_name,
    works_for,
)

_HEADS = {"loyal": "digger-{}", "saboteur": "saboteur-{}"}


def standing(view: View) -> str:
    """Say what is to be done now."""
    if view.outcome is not None:
        return ended_text(view.results[-1].ended)
    if view.proposed:
        return _("The end of the game is proposed.")
    if view.orient:
        return _("A goal is being turned.")
    if view.stage == "play":
        return _("First a card, then a walk.")
    return ngettext("%(n)d step is left.", "%(n)d steps are left.", view.steps) % {"n": view.steps}


def seat_text(view: View, seat: int) -> str:
    """Tell a seat's gold and where its dwarf is."""
    dwarf = view.dwarves[seat]
    return _gold_and_place(dwarf.gold, dwarf.place)


@spoken
def _gold_and_place(gold: int, place: str | None) -> str:
    return _("%(gold)d gold, %(where)s") % {"gold": gold, "where": _where(place)}


@spoken
def _where(place: str | None) -> str:
    if place is None:
        return _("out of the cave")
    return _("at %(place)s") % {"place": place_name(place)}


def badges(view: View, seat: int, _reader: Reader) -> Sequence[Badge]:
    """List the number of a dwarf, its clan card as the viewer knows it, and what it has."""
    return list(_lying_before(view.dwarves[seat]))


def _lying_before(dwarf: DwarfSight) -> Iterator[Badge]:
    yield _number(dwarf.seat + 1, dwarf.clan)
    if dwarf.role:
        yield _character(dwarf.role, dwarf.clan, dwarf.shown)
    if dwarf.boots:
        yield _boots()
    if dwarf.axes:
        yield _axes(dwarf.axes)
    if dwarf.lying:
        yield _lies(dwarf.clan)


# Of each there are a handful, while no two dwarves have the same before them.
@spoken
def _number(number: int, clan: str) -> Badge:
    text = _("dwarf %(number)d, %(clan)s") % {"number": number, "clan": clan_name(clan)}
    return Badge(f"dwarf-{clan}", text, harm=False)


@spoken
def _character(role: str, clan: str, shown: bool) -> Badge:  # noqa: FBT001 (as `spoken` asks)
    name = role_name(role)
    text = name if shown else _("%(role)s (only you know)") % {"role": name}
    return Badge(_HEADS[role].format(clan), text, harm=False)


@spoken
def _boots() -> Badge:
    return Badge("boots", _("boots"), harm=False)


@spoken
def _axes(axes: int) -> Badge:
    return Badge("axe", ngettext("axe", "%(n)d axes", axes) % {"n": axes}, harm=False)


@spoken
def _lies(clan: str) -> Badge:
    return Badge(f"dwarf-{clan}-down", _("lies on the ground"))


def discreet(view: View) -> View:
    """Leave out all clan cards that do not lie open."""
    dwarves = (each if each.shown else replace(each, role=None) for each in view.dwarves)
    return replace(view, role=None, dwarves=tuple(dwarves), aside=None)


def own(view: View, _reader: Reader) -> Sequence[str]:
    """Tell the reader his clan, his order to the axes, and the cards aside if he saw them."""
    return () if view.seat is None else list(_own(view, view.dwarves[view.seat]))


def _own(view: View, dwarf: DwarfSight) -> Iterator[str]:
    # In a letter to who keeps his role out of letters it is not there.
    if dwarf.role is not None:
        words = {
            "clan": clan_name(dwarf.clan),
            "for": clan_name(works_for(dwarf.clan, dwarf.role)),
        }
        yield _("You wear the colour of the %(clan)s and work for the %(for)s.") % words
    if view.axe_order == "keep":
        yield _("When a creature attacks, your axes are kept.")
    elif dwarf.axes:
        yield _("When a creature attacks, an axe of yours is used.")
    if view.aside:
        cards = "; ".join(map(role_name, view.aside))
        yield _("Clan cards that lie aside: %(cards)s.") % {"cards": cards}


def panels(view: View, reader: Reader) -> Sequence[Panel]:
    """List what else is on the table: creatures, webs, the stock's parts, a proposal."""
    return [panel for panel in _panels(view, reader) if panel.facts]


def _panels(view: View, reader: Reader) -> Iterator[Panel]:
    yield Panel(_("Agreed to end the game"), tuple(_agreement(view, reader)))
    yield Panel(_("Creatures"), _creatures(view.creatures, reader))
    yield Panel(_("Webs"), _webs(view.webs, reader))
    yield _stock(view.stacks, view.aside_count, view.gold)


@spoken
def _stock(stacks: tuple[int, ...], aside: int, gold: int) -> Panel:
    return Panel(
        _("Cards and gold"),
        (
            *(
                Fact(_("Stack %(stack)s") % {"stack": stack}, str(left))
                for stack, left in zip(("I", "II", "III"), stacks, strict=True)
            ),
            Fact(_("Clan cards aside"), str(aside)),
            Fact(_("Gold nobody has"), str(gold)),
        ),
    )


def _agreement(view: View, reader: Reader) -> Iterator[Fact]:
    if view.proposed:
        for at, name in enumerate(reader.names):
            yield Fact(name, _("agrees") if at in view.agreed else _("is still asked"))


@spoken
def _creatures(creatures: tuple[CreatureSight, ...], reader: Reader) -> tuple[Fact, ...]:
    return tuple(_creature(sight, reader) for sight in creatures)


def _creature(sight: CreatureSight, reader: Reader) -> Fact:
    words = {"place": place_name(sight.place), "who": reader.names[sight.owner]}
    text = reader.say(
        sight.owner,
        _("at %(place)s, until your next turn"),
        _("at %(place)s, until the next turn of %(who)s"),
        place=words["place"],
    )
    return Fact(creature_name(sight.creature), text)


@spoken
def _webs(webs: tuple[WebSight, ...], reader: Reader) -> tuple[Fact, ...]:
    return tuple(_web(sight, reader) for sight in webs)


def _web(sight: WebSight, reader: Reader) -> Fact:
    text = reader.say(
        sight.owner,
        ngettext("yours, gone at your next turn", "yours, for two more turns of yours", sight.left),
        ngettext(
            "laid by %(who)s, gone at their next turn",
            "laid by %(who)s, for two more turns of theirs",
            sight.left,
        ),
    )
    return Fact(_("between %(border)s") % {"border": border_name(sight.border)}, text)


def figures(view: View, reader: Reader) -> Iterator[Figure]:
    """Say on which cells dwarves and creatures stand."""
    for dwarf in view.dwarves:
        if dwarf.place is not None:
            name = reader.say(dwarf.seat, _("Me"), "%(who)s")
            yield Figure(_cell(dwarf.place), name, mine=dwarf.seat == reader.seat)
    for creature in view.creatures:
        yield Figure(_cell(creature.place), creature_name(creature.creature))


def _cell(place: str) -> str:
    return place.partition(".")[0]


def legend(view: View, reader: Reader) -> Sequence[str]:
    """Explain the signs of the maze as text, and say who is where."""
    others = (*_creatures(view.creatures, reader), *_webs(view.webs, reader))
    return _legend(view.dwarves, reader.names, others)


@spoken
def _legend(
    dwarves_there: tuple[DwarfSight, ...], names: tuple[str, ...], others: tuple[Fact, ...]
) -> tuple[str, ...]:
    dwarves = (
        f"{dwarf.seat + 1} {name}: {clan_name(dwarf.clan)}, {_where(dwarf.place)}"
        for dwarf, name in zip(dwarves_there, names, strict=True)
    )
    return (_signs(), *dwarves, *(f"{other.label}: {other.text}" for other in others))


@spoken
def _signs() -> str:
    return _(
        "? goal face down, × dead end, O dark hole, H ladder, * gold vein, T tunnel, = bridge, "
        "E exit, # web, r rat, l lindworm, g goblin"
    )
