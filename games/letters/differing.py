"""What differs between the terms that held and those that hold, told as both."""

from collections.abc import Iterator, Mapping

from django.utils.translation import gettext as _

from games import selectors, texts
from games.clocks.rules.settings import Settings
from games.letters.content import Fact, Facts
from games.selectors import Agreed, GameFacts


def changed(before: Agreed, game: GameFacts) -> Iterator[Facts]:
    """Say of each term that is another one now what it is and what it was, if any is."""
    rows = tuple(_changes(before, game))
    if rows:
        yield Facts(_("What has changed"), rows)


def _changes(before: Agreed, game: GameFacts) -> Iterator[Fact]:
    had, has = (_options(game, options) for options in (before.options, game.options))
    rows = [
        (_("Seats"), str(before.seats), str(game.seats)),
        (
            _("Time for each turn"),
            texts.style_text(before.time.style),
            texts.style_text(game.time.style),
        ),
        *((texts.option_name(game.ruleset, name), had[name], has[name]) for name in has),
    ]
    for label, was, now in rows:
        if was != now:
            yield Fact(label, _("%(now)s (before: %(was)s)") % {"now": now, "was": was})
    old, new = _sentences(before.time), _sentences(game.time)
    yield from (Fact(_("New"), line) for line in new if line not in old)
    yield from (Fact(_("No longer"), line) for line in old if line not in new)


def _options(game: GameFacts, chosen: Mapping[str, str]) -> dict[str, str]:
    """Name the value of each option; one that nobody spoke of has its first."""
    offered = selectors.offered()[game.ruleset].options
    return {
        name: texts.option_value(game.ruleset, name, chosen.get(name, values[0]))
        for name, values in offered.items()
    }


def _sentences(time: Settings) -> tuple[str, ...]:
    """List what holds about time besides the time of a turn, which the first line tells."""
    _style, *further = texts.time_terms(time)
    return (*further, *texts.joining_lines(time), *texts.finer_terms(time))
