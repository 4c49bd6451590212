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
        "league-penalise": _("Points are taken from an entry"),
        "league-remit": _("Points are given back to an entry"),
        "league-step": _("A step on the ladder of cards is given"),
        "league-take-back": _("A card is taken back"),
        "league-excuse": _("An absence is excused"),
        "league-revoke": _("An honour is revoked"),
        "league-proposed": _("What another director has to agree to is looked at"),
        "league-admit": _("A late entry is accepted"),
        "league-withdraw": _("Somebody leaves a season"),
        "league-return": _("Somebody comes back into a season"),
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
        "league-reveal": _("The deal of a round is told"),
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
        "league-away": _("Somebody is away for longer than vacations last, or is to be back"),
        "league-heard": _("How long somebody is away is taken down"),
        "league-forfeit": _("A game ends without who has left"),
        "league-appeal": _("An appeal that nobody decided is granted"),
        "league-decide-appeal": _("An appeal is decided by a director"),
        "league-two-results": _("Two results of a table are looked at"),
        "league-one-person": _("Two entries are looked at"),
        "league-seat-lost": _("An earlier table of somebody is looked at"),
        "league-zone": _("A round’s dates are looked at, since its zone has new rules"),
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


def against_text(what: What, card: Card) -> str:
    """Name what somebody was given, as it is appealed against."""
    return _("being taken out of the season") if what is What.REMOVED else card_text(card)


def absence_text(what: What, number: int, reason: str = "") -> str:
    """Say what is held against somebody, and by which rule that counts."""
    if what is What.GIVEN and reason:
        return _("In round %(round)s the directors gave you a step: “%(reason)s”.") % {
            "round": number,
            "reason": reason,
        }
    if what is What.REMOVED and reason:
        return _("In round %(round)s the directors took you out: “%(reason)s”.") % {
            "round": number,
            "reason": reason,
        }
    said = {
        What.GIVEN: _("In round %(round)s the directors gave a step."),
        What.REMOVED: _("In round %(round)s the directors took somebody out of the season."),
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
        case Condition.CLINCHED if "entrant" in said:
            line = (
                _("No. %(entrant)s shall have %(points)s points back: “%(reason)s”.")
                if said["back"]
                else _("No. %(entrant)s shall lose %(points)s points: “%(reason)s”.")
            )
            return f"{line % said} {_clinched()}"
        case Condition.CLINCHED:
            line = _(
                "Table %(table)s of round %(round)s shall have these points: %(points)s. Why: "
                "“%(reason)s”."
            )
            return f"{line % said} {_clinched()}"
        case Condition.TWO_RESULTS:
            line = _(
                "Table %(table)s of round %(round)s was decided by a director, and its game has "
                "come to something else."
            )
            return line % said
        case Condition.DROPPED_OUT:
            line = _(
                "At table %(table)s of round %(round)s, of the final, somebody has left. Whoever "
                "met him goes on without a game."
            )
            return line % said
        case Condition.ZONE_MOVED:
            line = _(
                "The league’s time zone has new rules: by the clock on the wall round %(round)s of "
                "division %(division)s opens or closes at another instant than was published."
            )
            return line % said
        case Condition.ONE_PERSON if "one" in said:
            return _("%(one)s and %(other)s seem to be one person with two entries.") % said
        case Condition.ONE_PERSON:
            return _("Two entries seem to be one person’s.")
        case Condition.SEAT_LOST if "one" in said:
            line = _(
                "%(one)s has lost a seat by a decision of moderators, and sat before at "
                "table %(table)s of round %(round)s. Look at it: does it count?"
            )
            return line % said
        case Condition.SEAT_LOST:
            return _("An earlier table is looked at once more.")
        case Condition.STANDING_DIFFERS:
            return _("A standing worked out from nothing differs from the one that is shown.")


def _clinched() -> str:
    return _("That would change a place that is certain, so another director must agree.")


def choice_name(choice: str) -> str:
    """Say what an answer does."""
    return {
        Choice.WAIT: _("wait a day, then look again"),
        Choice.WEEK: _("wait a week, then ask again"),
        Choice.GO_ON: _("go on as it is"),
        Choice.STRIKE: _("take the later of the two entries back"),
        Choice.FOLLOW: _("follow the clock on the wall"),
        Choice.LEAVE: _("what stands stays as it is"),
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
