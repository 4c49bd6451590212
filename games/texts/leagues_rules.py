"""The rules of a season in words, from its frozen terms alone."""

from collections.abc import Iterator
from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction

from django.utils.formats import date_format, number_format
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.leagues.rules import expectation, numbers, tiebreaks
from games.leagues.rules.scoring import By, Substituted
from games.leagues.rules.terms import Format, Terms
from games.leagues.rules.tiebreaks import Tiebreak
from games.texts.clocks import time_terms
from games.texts.leagues import format_name
from games.texts.leagues_pages import criterion_name
from games.texts.rulesets import option_name, option_value, role_name, ruleset_name
from games.texts.words import joined


@dataclass(frozen=True, slots=True)
class Chapter:
    """One matter of the rules, line by line."""

    heading: str
    lines: tuple[str, ...]


def points_text(points: Fraction | None) -> str:
    """Write points: whole ones as they are, others with two decimals."""
    if points is None:
        return "–"
    if points.denominator == 1:
        return number_format(int(points), use_l10n=True)
    return number_format(numbers.shown(points), 2, use_l10n=True)


def league_rules(terms: Terms) -> tuple[Chapter, ...]:
    """Say all rules of a season."""
    chapters = (
        (_("What is played"), _game(terms)),
        (_("Rounds"), _rounds(terms)),
        (_("Points"), _points(terms)),
        (_("Level on points"), _level(terms)),
        (_("Divisions"), _divisions(terms)),
        (_("Time for a turn"), time_terms(terms.time)),
        (_("Who may enter"), _entering(terms)),
        (_("Who leaves"), _leaving()),
        (_("The end"), _end(terms)),
    )
    return tuple(Chapter(heading, tuple(lines)) for heading, lines in chapters)


def format_text(terms: Terms) -> str:
    """Say in one line what is played, and how rounds are drawn."""
    return f"{ruleset_name(terms.ruleset)} · {format_name(terms.format)}"


def _game(terms: Terms) -> Iterator[str]:
    yield ruleset_name(terms.ruleset)
    for option, value in sorted(terms.options.items()):
        name = option_name(terms.ruleset, option)
        yield f"{name}: {option_value(terms.ruleset, option, value)}"
    sizes = terms.sizes
    if sizes.high == 1:
        yield _("Everybody plays alone.")
    elif sizes.low == sizes.high:
        yield _("Tables of %(n)d.") % {"n": sizes.low}
    else:
        words = {"low": sizes.low, "high": sizes.high, "preferred": sizes.preferred}
        yield _("Tables of %(low)d to %(high)d, of %(preferred)d where it works out.") % words


def _rounds(terms: Terms) -> Iterator[str]:
    match terms.format:
        case Format.ROUND_ROBIN if terms.double:
            yield _("Everybody meets everybody twice, the second time with seats swapped.")
        case Format.ROUND_ROBIN:
            yield _("Everybody meets everybody once. Of an odd number one sits out each round.")
        case Format.GROUPS:
            yield _(
                "All rounds are planned before the first one, so that all meet as evenly as can be."
            )
        case Format.SWISS:
            yield _(
                "Each round is drawn when the one before is closed: first so that as few as can "
                "be meet again, then so that those meet who stand near each other."
            )
        case Format.SOLO:
            yield _("In each round everybody plays alone.")
    if terms.rounds:
        yield ngettext("%(n)d round.", "%(n)d rounds.", terms.rounds) % {"n": terms.rounds}
    days = ngettext("A round lasts %(n)d day.", "A round lasts %(n)d days.", terms.days)
    yield days % {"n": terms.days}
    if terms.together > 1:
        yield _("%(n)d rounds open together.") % {"n": terms.together}
    if not terms.format.planned:
        closes = ngettext(
            "It closes %(n)d day before the next one opens, for the draw.",
            "It closes %(n)d days before the next one opens, for the draw.",
            terms.drawing,
        )
        yield closes % {"n": terms.drawing}
    if terms.pauses:
        days = joined([date_format(day, "DATE_FORMAT") for day in terms.pauses])
        yield _("No round opens on %(days)s.") % {"days": days}
    yield _("Dates are those of %(zone)s.") % {"zone": terms.zone.replace("_", " ")}
    yield _("A draw is published at least %(n)d hours after it was made.") % {"n": terms.looking}


def _points(terms: Terms) -> Iterator[str]:
    scoring = terms.scoring
    yield {
        By.GOLD: _("Points are the gold of each game."),
        By.RANK: _(
            "A table gives 0 to 100 points: the share of the others that one is ahead of; who is "
            "level counts half."
        ),
        By.PLACES: _("A table gives points by place; who is level shares."),
        By.WINS: _("A win is one point. Several sides that win together share it."),
        By.RELATIVE: _(
            "Points are the gold of each round, less what could be expected of the role."
        ),
        By.DUPLICATE: _(
            "All tables of a round get the same deal; points compare a seat with the same seat at "
            "the other tables, from 0 to 100."
        ),
    }[scoring.by]
    if terms.shared:
        yield _(
            "In each round all play the same deal. Nothing of it is told before the last table is "
            "over: none is shown to others, and its results count only then."
        )
    yield from _expectations(terms)
    for size, places in sorted(scoring.places.items()):
        paid = " – ".join(map(points_text, places))
        yield _("At tables of %(n)d: %(points)s.") % {"n": size, "points": paid}
    if terms.format is not Format.SOLO:
        yield _bye(_("A bye because the number does not work out"), scoring.forced)
        yield _bye(_("A bye as asked for, once a season"), scoring.requested)
    if terms.best is not None:
        best = ngettext("The best round counts.", "The best %(n)d rounds count.", terms.best)
        yield best % {"n": terms.best}
    yield {
        Substituted.COUNTS: _(
            "What a substitute finishes for an absence announced counts in full."
        ),
        Substituted.FORFEIT: _("What a substitute finishes counts as a forfeit."),
        Substituted.BYE: _("What a substitute finishes counts as a bye as asked for."),
    }[scoring.substituted]


def _expectations(terms: Terms) -> Iterator[str]:
    """Print what each role is expected to earn, with all that it comes from."""
    for cell, each in sorted(terms.scoring.rests.items()):
        words = {
            "n": cell.size,
            "role": role_name(terms.ruleset, cell.role),
            "expected": points_text(each.expected),
            # As it is: who checks it by hand needs all of it.
            "prior": number_format(Decimal(each.prior.numerator) / each.prior.denominator),
            "rounds": each.observed,
            "mean": points_text(each.mean),
            "weight": expectation.WEIGHT,
        }
        if not each.observed:
            line = _(
                "Tables of %(n)d, %(role)s: %(expected)s a round, which is what bots earn there: "
                "0 rounds of the last two years are like that."
            )
            yield line % words
            continue
        line = ngettext(
            "Tables of %(n)d, %(role)s: %(expected)s a round. It comes from %(rounds)d round of "
            "the last two years, with %(mean)s, and from what bots earn there, %(prior)s, which "
            "counts like %(weight)d rounds.",
            "Tables of %(n)d, %(role)s: %(expected)s a round. It comes from %(rounds)d rounds of "
            "the last two years, %(mean)s in the mean, and from what bots earn there, %(prior)s, "
            "which counts like %(weight)d rounds.",
            each.observed,
        )
        yield line % words


def _bye(said: str, points: Fraction | None) -> str:
    worth = _("the mean of the round") if points is None else points_text(points)
    return f"{said}: {worth}."


def _level(terms: Terms) -> Iterator[str]:
    names = [criterion_name(each) for each in terms.tiebreaks]
    if names:
        yield _("One after the other decide: %(names)s.") % {"names": ", ".join(names)}
    for each in terms.tiebreaks:
        yield criterion_help(each)
    if tiebreaks.may_share(terms.tiebreaks):
        yield _("Who is still level then shares the place.")


def criterion_help(name: Tiebreak) -> str:
    """Say what a criterion is."""
    return {
        Tiebreak.HEAD_TO_HEAD: _(
            "Head to head: the results of those who are level against each other, if all of them "
            "have met."
        ),
        Tiebreak.SB: _(
            "Sonneborn-Berger: the points of those whom one was ahead of, and half of those with "
            "whom one was level, table by table shared by the number of the others."
        ),
        Tiebreak.OPPONENTS: _("Opponents’ points: the mean of the others’ points, table by table."),
        Tiebreak.WINS: _("Wins: tables that were won, whatever points they gave."),
        Tiebreak.MISSES: _("Missed deadlines: fewer are better."),
        Tiebreak.BEST: _("Best single result: the most points at one table."),
        Tiebreak.GOLD: _("Gold: all gold of all games."),
        Tiebreak.LOT: _(
            "The lot: worked out from a secret that was sealed when the season was announced and "
            "is opened when it is over."
        ),
    }[name]


def _divisions(terms: Terms) -> Iterator[str]:
    sizes = terms.divisions
    words = {"size": sizes.size, "min": sizes.min, "max": sizes.max}
    yield _("A division has %(size)d players, at least %(min)d and at most %(max)d.") % words
    if sizes.swap:
        yield ngettext(
            "After the season one changes places at each border, but never more than a third.",
            "After the season up to %(n)d change places at each border, but never more than a "
            "third.",
            sizes.swap,
        ) % {"n": sizes.swap}
    else:
        yield _("Nobody goes up or down.")


def _entering(terms: Terms) -> Iterator[str]:
    words = {"least": terms.least, "most": terms.greatest}
    yield _("At least %(least)d players, at most %(most)d.") % words
    if terms.reliability:
        yield _("Who has kept %(n)d %% of the deadlines, once there were 20.") % {
            "n": terms.reliability
        }


def _leaving() -> Iterator[str]:
    yield _("Who leaves before half of the games: none of them counts for the standing.")
    yield _("Who leaves later keeps what is finished; what is left is forfeited.")


def _end(terms: Terms) -> Iterator[str]:
    yield _("Tables that are not finished when the last round closes run on for %(n)d days.") % {
        "n": terms.running_on
    }
    yield _("%(n)d days after the last result the standing is final.") % {"n": terms.counting}
    if terms.seeds:
        final = _("The first %(n)d of the top division play a knock-out final.")
        yield final % {"n": terms.seeds}
        if terms.best_of > 1:
            yield _("There who wins two of three games goes on.")
