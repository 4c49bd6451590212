"""The log of a league in words: where something was done, what it was, and what follows."""

from collections.abc import Callable, Iterator, Mapping
from fractions import Fraction
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.leagues.rules.cards import Card, What
from games.texts.leagues import (
    absence_text,
    award_text,
    card_text,
    choice_name,
    condition_text,
    done_names,
    season_text,
)
from games.texts.leagues_draws import cost_lines, pair_lines
from games.texts.leagues_pages import (
    league_rank_name,
    round_name,
    season_name,
    table_state_text,
)
from games.texts.leagues_rules import points_text
from games.texts.leagues_why import grounds_text
from games.texts.words import joined

Said = Mapping[str, Any]
Names = Mapping[int, str]


def noted_title(act: str) -> str:
    """Name what was done."""
    if act == "extend-league":
        return _("More time at all tables of the season")
    return done_names()[act]


def noted_where(
    season: int | None, division: int | None, number: int | None, table: int | None
) -> str:
    """Say where it was done."""
    parts = (
        season_name(season) if season else "",
        league_rank_name(str(division)) if division else "",
        round_name(number) if number else "",
        _("Table %(n)s") % {"n": table} if table else "",
    )
    return ", ".join(filter(None, parts))


def noted_lines(act: str, said: Said, before: Said, after: Said, names: Names) -> tuple[str, ...]:
    """Say what followed from an act, as far as its line tells."""
    told = (
        *cost_lines(said.get("draw", {})),
        *pair_lines(said.get("draw", {}), names),
        *_cards(said, after, before, names),
        *_points(said, after),
        *_WORDS.get(act, _nothing)(said, before, after),
    )
    return tuple(filter(None, told))


def asked_lines(act: str, said: Said, condition: str, about: Said, default: str) -> tuple[str, ...]:
    """Say what directors are asked, or what they answered."""
    what = condition_text(condition, about)
    if act == "league-answer":
        return what, _("The answer: %(answer)s.") % {"answer": choice_name(said["answer"])}
    if "lapsed" in said:
        line = _("Nobody answered, so: %(answer)s.")
        return what, line % {"answer": choice_name(said["lapsed"])}
    rest = _("The directors are asked. If nobody answers: %(default)s.")
    return what, rest % {"default": choice_name(default)}


def _cards(said: Said, after: Said, before: Said, names: Names) -> Iterator[str]:
    for entrant, card in said.get("cards", ()):
        yield f"{names.get(entrant, '')}: {card_text(Card(card))}"
    for entrant, what in said.get("events", ()):
        event = (
            absence_text(What(what), said.get("round", 0)) if "round" in said else what_text(what)
        )
        yield f"{names.get(entrant, '')}: {event}"
    if after.get("card"):
        yield card_text(Card(after["card"]))
    elif before.get("card"):
        yield _("No longer: %(card)s") % {"card": card_text(Card(before["card"]))}


def what_text(what: str) -> str:
    """Name an absence by itself."""
    return {
        What.SILENT: _("the first turn passed"),
        What.MISSED: _("three deadlines passed"),
        What.ABANDONED: _("the table was abandoned"),
        What.GIVEN: _("a step by directors"),
        What.REMOVED: _("taken out"),
    }[What(what)]


def _points(said: Said, after: Said) -> Iterator[str]:
    points = str(after.get("points", "") or said.get("points", ""))
    if isinstance(after.get("points"), list):
        points = " ".join(after["points"])
    if points:
        shown = joined([points_text(Fraction(each)) for each in points.split()])
        yield _("Points: %(points)s") % {"points": shown}
    if after.get("asks"):
        yield _("It waits for another director: a place that is certain would change.")
    if said.get("dropped"):
        yield _("It fits no more, so nothing was done.")


def _nothing(_said: Said, _before: Said, _after: Said) -> tuple[str, ...]:
    return ()


def _result(said: Said, _before: Said, _after: Said) -> tuple[str, ...]:
    kind = {"played": "finished"}.get(said.get("result", ""), said.get("result", ""))
    return (table_state_text(kind),) if kind else ()


def _stands(said: Said, _before: Said, _after: Said) -> tuple[str, ...]:
    """A game came to something else, or ended too late."""
    stands = {"played": "finished"}.get(said.get("stands", ""), said.get("stands", ""))
    if stands:
        return (_("What stands stays: %(state)s.") % {"state": table_state_text(stands)},)
    return _result(said, _before, _after)


def _bounds(said: Said, _before: Said, _after: Said) -> tuple[str, ...]:
    if not said.get("bounds"):
        return (_("For the first time it is worked out what is certain."),)
    return (_("What is certain begins anew: %(why)s.") % {"why": grounds_text(said["bounds"])},)


def _late(said: Said, _before: Said, _after: Said) -> tuple[str, ...]:
    if not said.get("late"):
        return ()
    numbers = joined([str(each) for each in said["late"]])
    return (_("Tables that run on: %(tables)s") % {"tables": numbers},)


def _days(said: Said, _before: Said, after: Said) -> tuple[str, ...]:
    days = int(after.get("days") or said.get("days") or 0)
    line = ngettext("%(n)d day later", "%(n)d days later", days)
    return (line % {"n": days},) if days else ()


def _sizes(said: Said, _before: Said, _after: Said) -> tuple[str, ...]:
    sizes = said.get("divisions", ())
    if not sizes:
        return ()
    told = joined([str(each) for each in sizes])
    return (_("Players in the divisions, from the top: %(sizes)s") % {"sizes": told},)


def _people(said: Said, _before: Said, _after: Said) -> tuple[str, ...]:
    n = int(said.get("entered", said.get("entrants", 0)))
    return (ngettext("%(n)d player", "%(n)d players", n) % {"n": n},) if n else ()


def _moved(_said: Said, before: Said, after: Said) -> tuple[str, ...]:
    words = {
        key: league_rank_name(str(at["division"])) for key, at in (("a", before), ("b", after))
    }
    return (_("from %(a)s to %(b)s") % words,)


def _sealed(_said: Said, _before: Said, after: Said) -> tuple[str, ...]:
    seal = after.get("commitment") or _said.get("commitment")
    return (_("The lot is sealed. Its hash: %(hash)s") % {"hash": seal},) if seal else ()


def _opened(said: Said, _before: Said, _after: Said) -> tuple[str, ...]:
    secret = said.get("secret")
    return (_("The lot is opened. Its secret: %(secret)s") % {"secret": secret},) if secret else ()


def _decided(said: Said, _before: Said, _after: Said) -> tuple[str, ...]:
    granted = said.get("granted", "answer" in said)
    return (_("It is granted.") if granted else _("It is refused."),)


def _short(said: Said, _before: Said, _after: Said) -> tuple[str, ...]:
    if "annulled" in said:
        return (_("Too few are left, so the table is annulled."),)
    return (_("The other did not come: a walkover."),) if "walkover" in said else ()


def _found(said: Said, _before: Said, _after: Said) -> tuple[str, ...]:
    if "found" not in said:
        return ()
    return (_("Somebody was found.") if said["found"] else _("Nobody was found."),)


def _redrawn(said: Said, _before: Said, _after: Said) -> tuple[str, ...]:
    return (_("Somebody came or left, so it is drawn anew first."),) if "redrawn" in said else ()


def _met(_said: Said, before: Said, after: Said) -> tuple[str, ...]:
    if "again" not in after:
        return ()
    words = {"before": before["again"], "after": after["again"]}
    return (_("Pairs that have met before: %(after)d, not %(before)d.") % words,)


def _honour(_said: Said, before: Said, _after: Said) -> tuple[str, ...]:
    return (award_text(before["award"], before["round"], before["number"]),)


def _state(_said: Said, before: Said, after: Said) -> tuple[str, ...]:
    if "status" not in before or "status" not in after:
        return ()
    words = {"was": season_text(before["status"]), "is": season_text(after["status"])}
    return (_("%(was)s, now %(is)s") % words,)


_WORDS: Mapping[str, Callable[[Said, Said, Said], tuple[str, ...]]] = {
    "league-announce": _sealed,
    "league-cancel": _state,
    "league-prepare": _people,
    "league-start": _people,
    "league-arrange": _sizes,
    "league-divide": _sizes,
    "league-publish": _redrawn,
    "league-exchange": _met,
    "league-move": _moved,
    "league-revoke": _honour,
    "league-postpone": _days,
    "league-resume": _days,
    "league-deal": _short,
    "league-close": _late,
    "league-result": _result,
    "league-forfeit": _result,
    "league-follow": _stands,
    "league-standing": _bounds,
    "league-final": _opened,
    "league-decide-appeal": _decided,
    "league-appeal": _decided,
    "league-search": _found,
}
"""What more a line has to say, by its act."""
