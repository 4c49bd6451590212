"""Leagues in words: what seasons are at, what directors are asked, why rules are refused."""

from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.leagues.rules.cards import Card, What
from games.leagues.rules.dues import Choice, Condition
from games.leagues.rules.terms import Fault


def done_names() -> dict[str, str]:
    """Name what stands in the log of leagues, by its key there."""
    return {
        "league-found": _("A league is opened"),
        "league-appoint": _("A director is appointed"),
        "league-step-down": _("A director steps down"),
        "league-retire": _("A league is retired"),
        "league-draft": _("Rules of a season are written down"),
        "league-rehearse": _("A rehearsal of a season is asked for"),
        "league-announce": _("A season is announced"),
        "league-cancel": _("A season is called off"),
        "league-suspend": _("A season stands still"),
        "league-resume": _("A season goes on"),
        "league-postpone": _("A round is postponed"),
        "league-exchange": _("Two change places in a draw"),
        "league-move": _("An entry moves into another division"),
        "league-remove": _("An entry is taken out of a season"),
        "league-admit": _("A late entry is accepted"),
        "league-answer": _("A question is answered by a director"),
        "league-adjudicate": _("A table is decided by a director"),
        "league-annul": _("A table is annulled by a director"),
        "league-replay": _("A table is played again"),
        "league-register": _("Registration opens"),
        "league-prepare": _("Registration closes"),
        "league-arrange": _("Divisions are drafted anew"),
        "league-silent": _("Places of who was silent fall free"),
        "league-sizes": _("Sizes of divisions are looked at"),
        "league-divide": _("Divisions are published"),
        "league-start": _("A season begins"),
        "league-draw": _("A round is drawn"),
        "league-publish": _("A draw is published"),
        "league-open": _("A round opens"),
        "league-deal": _("A table is dealt"),
        "league-close": _("A round closes"),
        "league-half-late": _("Half of a round is late"),
        "league-standing": _("A standing is worked out"),
        "league-count": _("The last round is closed"),
        "league-warn": _("Tables that run on are told until when"),
        "league-overdue": _("A table has run on for too long"),
        "league-final": _("A season is final"),
        "league-next": _("The next season is prepared"),
        "league-over": _("A season is closed"),
        "league-lapse": _("A place goes to the next"),
        "league-absence": _("What was missed at a table is looked at"),
        "league-search": _("Somebody is looked for who plays on"),
        "league-forfeit": _("A game ends without who has left"),
        "league-appeal": _("An appeal that nobody decided is granted"),
        "league-decide-appeal": _("An appeal is decided by a director"),
        "league-ask-soon": _("A question lapses soon"),
        "league-ask": _("A question has lapsed"),
        "league-digest": _("A week of a season is told"),
        "league-look": _("A season is looked at"),
        "league-result": _("A result is entered"),
        "league-follow": _("A game came to something else later"),
    }


def season_text(status: str) -> str:
    """Say how far a season is."""
    return {
        "draft": _("draft"),
        "announced": _("announced"),
        "registration": _("registration is open"),
        "prepared": _("being prepared"),
        "running": _("running"),
        "counting": _("last results are counted"),
        "final": _("final"),
        "closed": _("over"),
        "cancelled": _("called off"),
    }[status]


def entrant_text(status: str) -> str:
    """Say what somebody is in a season."""
    return {
        "waiting": _("on the waiting list"),
        "registered": _("registered"),
        "confirmed": _("confirmed"),
        "declined": _("not coming"),
        "active": _("playing"),
        "withdrawn": _("withdrawn"),
        "dropped": _("dropped"),
        "removed": _("removed"),
        "finished": _("finished"),
    }[status]


def format_name(name: str) -> str:
    """Say how rounds are drawn."""
    return {
        "round-robin": _("everybody against everybody"),
        "groups": _("groups, planned as a whole"),
        "swiss": _("Swiss tables"),
        "solo": _("solo ladder"),
    }[name]


def award_text(kind: str, round_number: int | None = None, number: int | None = None) -> str:
    """Name an honour."""
    if kind == "best-of-round":
        return _("best of round %(round)s") % {"round": round_number}
    if kind == "streak":
        return _("longest streak: %(n)s games won in a row") % {"n": number}
    if kind == "substitute":
        text = ngettext("substitute in %(n)s game", "substitute in %(n)s games", number or 0)
        return text % {"n": number}
    return {
        "champion": _("champion"),
        "promoted": _("in a place to go up"),
        "fair-play": _("no deadline missed"),
    }[kind]


def card_text(card: Card) -> str:
    """Name a card."""
    return {
        Card.NONE: _("no card"),
        Card.WARNING: _("a warning"),
        Card.YELLOW: _("a yellow card"),
        Card.RED: _("a red card"),
    }[card]


def absence_text(what: What, number: int) -> str:
    """Say what somebody did not do, and by which rule that counts."""
    said = {
        What.SILENT: _(
            "In round %(round)s the first turn of your table passed without a move of yours."
        ),
        What.MISSED: _("In round %(round)s three deadlines passed and the service moved for you."),
        What.ABANDONED: _(
            "In round %(round)s three turns in a row passed without a move of yours, or ten days."
        ),
    }[what]
    return said % {"round": number}


def condition_text(condition: str, said: Mapping[str, Any]) -> str:
    """Say which condition does not hold, and so what directors are asked about."""
    match Condition(condition):
        case Condition.TOO_FEW:
            return _("%(entered)s are in the season, and it takes %(least)s.") % said
        case Condition.OPEN_ASK:
            return _("Another question is open still.")
        case Condition.DIVISION_SIZE:
            return _("A division is larger or smaller than the rules of the league say.")
        case Condition.SEASON_BEFORE:
            return _("Places of season %(season)s are not final.") % said
        case Condition.LATE_DIVISIONS:
            return (
                _("Divisions were published less than %(hours)s hours before the first opening.")
                % said
            )
        case Condition.NOT_DRAWN:
            return _("The first round is not published.")
        case Condition.NO_TABLE:
            return _("%(left)s are left for round %(round)s, too few for one table.") % said
        case Condition.UNFINISHED:
            return (
                ngettext(
                    "Round %(round)s of the final needs a result that is not there yet.",
                    "Round %(round)s of the final needs %(left)s results that are not there yet.",
                    said["left"],
                )
                % said
            )
        case Condition.SHORT_TABLE:
            return (
                _("At table %(table)s of the last round %(held)s are left, too few for a game.")
                % said
            )
        case Condition.HALF_LATE:
            line = _("Round %(round)s has closed. Tables that still run: %(late)s of %(of)s.")
            return line % said
        case Condition.OVERDUE:
            return _("Table %(table)s of round %(round)s has run on for as long as it may.") % said
        case Condition.STANDING_DIFFERS:
            return _("A standing worked out from nothing differs from the one that is shown.")


def choice_name(choice: str) -> str:
    """Say what an answer does."""
    return {
        Choice.WAIT: _("wait a day, then look again"),
        Choice.WEEK: _("wait a week, then ask again"),
        Choice.GO_ON: _("go on as it is"),
        Choice.CANCEL: _("the season is called off"),
        Choice.MERGE: _("it is called off, and all who are in it are in the next one"),
        Choice.ANNUL: _("annul the table: each there gets the points of a requested bye"),
        Choice.POSTPONE: _("move the next rounds by a whole round"),
    }[Choice(choice)]


def league_fault_text(fault: Fault) -> str:
    """Say why a rule of a league is refused."""
    bounds = {"least": fault.least, "most": fault.most}
    if fault.why == "bounds":
        return _("Write a whole number from %(least)s to %(most)s.") % bounds
    if fault.why == "not-of-this-game":
        return _("This game is played by %(least)s to %(most)s.") % bounds
    return {
        "unreadable": _("This cannot be read."),
        "unknown": _("There is no such thing here."),
        "no-number": _("This is no number."),
        "twice": _("This stands there twice."),
        "unknown-zone": _("There is no such time zone."),
        "in-the-past": _("That is over."),
        "close-before-opening": _("It would close before it opens."),
        "too-soon": _(
            "Between the close of registration and the first opening there is too little time: "
            "players confirm, and look at their divisions."
        ),
        "sizes-out-of-order": _(
            "The preferred size of a table lies between the least and the greatest."
        ),
        "below_ruleset": _("A division needs as many as sit at a table."),
        "min_above_size": _("The least size of a division cannot be above its usual one."),
        "size_above_max": _("The usual size of a division cannot be above its greatest."),
        "swap_below_zero": _("So few cannot change places."),
        "not-for-one": _("Who plays alone is scored by gold."),
        "unequal-sizes": _(
            "By gold three at a table earn more than ten. Choose one size, or say that you want it."
        ),
        "no-roles": _("What roles earn in this game is not known, so nothing is relative to it."),
        "no-prior": _("What this role earns is not known; choose another scoring."),
        "no-list": _("Say the points of each place at a table of this size."),
        "list-not-falling": _("A better place cannot have fewer points."),
        "no-byes": _("Say what a round without a table is worth."),
        "only-for-one": _("Only of a solo ladder some rounds are left out."),
        "no-final": _("A final takes two or more, and more than one at a table."),
        "not-alone": _("A game without deadlines is for one person alone."),
    }.get(fault.why, _("This cannot be so."))
