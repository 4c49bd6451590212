"""What a rehearsal of a season has shown: its figures and warnings, line by line."""

from collections.abc import Iterator
from decimal import Decimal

from django.utils.formats import number_format
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.leagues.rehearsal.figures import Figures
from games.leagues.rehearsal.warnings import Warned, What
from games.leagues.rules.standing import POINTS, SHARED
from games.leagues.rules.tiebreaks import Tiebreak
from games.texts.leagues_pages import criterion_name
from games.texts.leagues_terms import field_texts
from games.texts.words import joined

Line = tuple[str, str]
_ORDER = [POINTS, *map(str, Tiebreak), SHARED]


def players_text(players: int) -> str:
    """Say with how many players."""
    return ngettext("%(n)d player", "%(n)d players", players) % {"n": players}


def figure_lines(told: Figures) -> Iterator[Line]:
    """Say what directors decide by, each with its name."""
    yield from _time_lines(told)
    yield from _draw_lines(told)
    yield from _end_lines(told)


def _time_lines(told: Figures) -> Iterator[Line]:
    yield (
        _("Days from the first opening to the last result"),
        _("%(median)d in the middle run, %(most)d in 95 of 100")
        % {"median": told.days_median, "most": told.days_95},
    )
    yield (
        _("The same if every turn takes as long as it may"),
        ngettext("%(n)d day", "%(n)d days", told.days_worst) % {"n": told.days_worst},
    )
    yield _("Rounds that open while an earlier one runs on"), _number(told.overlapping)
    yield (
        _("Games of a player at once"),
        _("%(median)d in the middle, %(most)d at the most")
        % {"median": told.at_once_median, "most": told.at_once_most},
    )
    yield _("Letters to a player in a week"), _number(told.letters)


def _draw_lines(told: Figures) -> Iterator[Line]:
    sizes = [
        _("%(count)s of %(size)s") % {"count": _number(count), "size": size}
        for size, count in told.sizes.items()
    ]
    yield _("Tables in a season"), joined(sizes)
    yield _("Byes of a player"), _span(told.byes_least, told.byes_most)
    yield _("How often two meet"), _span(told.met_least, told.met_most)
    yield (
        _("Squares of meetings: fewer are more even"),
        _("%(reached)d, the least that could be is %(least)d")
        % {"reached": told.squares, "least": told.bound},
    )
    yield _("Times at one seat, from player to player up to"), str(told.seat_spread)


def _end_lines(told: Figures) -> Iterator[Line]:
    if told.promoted:
        least, median, most = map(_points, told.promoted)
        words = {"least": least, "median": median, "most": most}
        yield (
            _("Points of the last who goes up"),
            _("%(median)s in the middle run, from %(least)s to %(most)s") % words,
        )
    for name in sorted(told.decided, key=_ORDER.index):
        yield _decided(name), _percent(told.decided[name])
    yield _("Runs in which the lot decides who goes up"), _percent(told.lot_promotes)
    yield _("Divisions that the strongest wins"), _percent(told.best_won)
    yield (
        _("Seats that somebody leaves, and for which somebody is found"),
        _("%(wanted)s and %(found)s, if %(pool)d would play for others")
        % {"wanted": _number(told.wanted), "found": _number(told.found), "pool": told.pool},
    )
    yield _("Questions to the directors in a season"), _number(told.asks)
    for number, share in sorted(told.clinched.items(), key=_round):
        name = _("First place certain after round %(n)s") % {"n": number}
        yield name if number else _("First place open to the end"), _percent(share)


def _decided(name: str) -> str:
    if name == POINTS:
        return _("Places decided by points")
    if name == SHARED:
        return _("Places that are shared")
    return _("Places decided by: %(name)s") % {"name": criterion_name(name)}


def plot_name(plot: str) -> str:
    """Say what a plot counts."""
    return {
        "length": _("How many runs last so many days"),
        "meetings": _("How many pairs meet so often"),
        "at-once": _("How many players have so many games at once"),
    }[plot]


def warning_text(warned: Warned) -> str:
    """Say what directors may not have meant, and of how many players."""
    said = {**warned.said, "players": players_text(warned.players)}
    match warned.what:
        case What.TOO_LONG:
            late = ngettext(
                "With %(players)s: the season outlasts the beginning of the next one by %(days)d "
                "day.",
                "With %(players)s: the season outlasts the beginning of the next one by %(days)d "
                "days.",
                said["days"],
            )
            return late % said
        case What.AT_ONCE:
            return _("With %(players)s: somebody has %(games)d games at once.") % said
        case What.LOT:
            line = _("With %(players)s: in %(percent)d of 100 runs the lot decides who goes up.")
            return line % said
        case What.UNEVEN:
            line = _(
                "With %(players)s: meetings are uneven. Their squares are %(squares)d, and "
                "%(bound)d could be."
            )
            return line % said
        case What.NEVER:
            line = _("With %(players)s: this rule changes nothing in any run: %(rule)s.")
            return line % {**said, "rule": _rule(said["rule"])}


def _rule(name: str) -> str:
    if name in list(Tiebreak):
        return criterion_name(name)
    return field_texts()[name][0]


def _round(clinched: tuple[str, float]) -> tuple[bool, int]:
    number, _share = clinched
    return not number, int(number or 0)


def _span(least: int, most: int) -> str:
    if least == most:
        return str(least)
    return _("%(least)d to %(most)d") % {"least": least, "most": most}


def _number(value: float) -> str:
    return number_format(round(value, 1), 0 if value == int(value) else 1, use_l10n=True)


def _points(value: str) -> str:
    return number_format(Decimal(value), 2, use_l10n=True)


def _percent(share: float) -> str:
    return _("%(n)d of 100") % {"n": round(100 * share)}
