"""Turns and walks in The Dark Cave, as sentences to one reader."""

from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from engine.parts.facts import RoundBegan, Skipped
from engine.rulesets.dark_cave import events
from games.texts.book import Reader, Told
from games.texts.rulesets.dark_cave.words import (
    place_name,
    role_name,
)


def _began(event: RoundBegan, reader: Reader) -> str:
    return reader.say(
        event.starter, _("The game begins. You start."), _("The game begins. %(who)s starts.")
    )


def _walked(event: events.Walked, reader: Reader) -> str:
    steps = len(event.path)
    return reader.say(
        event.seat,
        ngettext(
            "You walked %(steps)d step to %(place)s.",
            "You walked %(steps)d steps to %(place)s.",
            steps,
        ),
        ngettext(
            "%(who)s walked %(steps)d step to %(place)s.",
            "%(who)s walked %(steps)d steps to %(place)s.",
            steps,
        ),
        steps=steps,
        place=place_name(event.path[-1]),
    )


def _gold_taken(event: events.GoldTaken, reader: Reader) -> str:
    return reader.say(
        event.seat,
        _("You took the gold of the vein."),
        _("%(who)s took the gold of the vein."),
    )


def _clan_shown(event: events.ClanShown, reader: Reader) -> str:
    return reader.say(
        event.seat,
        _("Your clan card lies open now: %(role)s."),
        _("The clan card of %(who)s lies open now: %(role)s."),
        role=role_name(event.role),
    )


def _left_cave(event: events.LeftCave, reader: Reader) -> str:
    return reader.say(
        event.seat,
        _("You left the cave with %(gold)d gold."),
        _("%(who)s left the cave with %(gold)d gold."),
        gold=event.gold,
    )


def _skipped(event: Skipped, reader: Reader) -> str:
    return reader.say(
        event.seat,
        _("You have no cards and are passed over in this turn."),
        _("%(who)s has no cards and is passed over in this turn."),
    )


TOLD: Mapping[type[Any], Told] = {
    RoundBegan: _began,
    events.Walked: _walked,
    events.GoldTaken: _gold_taken,
    events.ClanShown: _clan_shown,
    events.LeftCave: _left_cave,
    Skipped: _skipped,
}
