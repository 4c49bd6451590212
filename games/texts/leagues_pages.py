"""What pages of a league say: how far rounds and tables are, what the reader is in a season."""

from datetime import datetime

from django.utils.translation import gettext as _
from django.utils.translation import ngettext, pgettext

from games.leagues.rules.promotion import Why
from games.moments import moment_text
from games.texts.leagues import choice_name, entrant_text, season_text


def league_rank_name(name: str) -> str:
    """Name a division; by its number where it has no other name."""
    return _("Division %(n)s") % {"n": name} if name.isdecimal() else name


def season_name(number: int) -> str:
    """Name a season."""
    return _("Season %(n)d") % {"n": number}


def season_state_text(status: str, *, suspended: bool = False) -> str:
    """Say how far a season is, or that it stands still."""
    return _("stands still") if suspended else season_text(status)


def move_text(why: Why, before: int | None) -> str:
    """Say why somebody is in his division."""
    words = {"n": before}
    match why:
        case Why.PROMOTED:
            return _("goes up from division %(n)d") % words
        case Why.RELEGATED:
            return _("goes down from division %(n)d") % words
        case Why.EXTRA:
            return _("goes up from division %(n)d to fill a place") % words
        case Why.MERGED | Why.SPLIT if before is None:
            return _("new")
        case Why.MERGED:
            return _("from division %(n)d; two divisions are joined") % words
        case Why.SPLIT:
            return _("from division %(n)d, at the end of one that grew too large") % words
        case Why.REPRIEVED:
            return _("stays, since a place was free")
        case Why.RETURNS:
            return _("comes back")
        case Why.STAYS:
            return _("stays")
        case Why.NEW:
            return _("new")


def zones_text(up: int, down: int) -> str:
    """Say how many go up from a division and how many down."""
    said = [
        ngettext("%(n)d goes up", "%(n)d go up", up) % {"n": up} if up else "",
        ngettext("%(n)d goes down", "%(n)d go down", down) % {"n": down} if down else "",
    ]
    return ", ".join(filter(None, said))


def zone_text(zone: str, *, over: bool) -> str:
    """Say that somebody goes up or down; nothing of who stays."""
    if not zone:
        return ""
    if over:
        return _("goes up") if zone == "up" else _("goes down")
    return _("goes up, as things stand") if zone == "up" else _("goes down, as things stand")


def round_state_text(status: str) -> str:
    """Say how far a round is."""
    return {
        "planned": _("not drawn yet"),
        "drawn": _("not published yet"),
        "published": _("drawn"),
        "open": _("being played"),
        "closed": _("closed"),
    }[status]


def round_name(number: int, *, final: bool = False) -> str:
    """Name a round."""
    return (_("Round %(n)d, final") if final else _("Round %(n)d")) % {"n": number}


def played_in_text(league: str, season: int, number: int, *, final: bool = False) -> str:
    """Say of which league, season and round a game is a table."""
    return ", ".join((league, season_name(season), round_name(number, final=final)))


def date_name(what: str) -> str:
    """Name a date of a season before its rounds."""
    return {
        "registers": _("Registration opens"),
        "registered": _("Registration closes"),
        "divides": _("Divisions are published"),
    }[what]


def span_text(start: datetime, end: datetime) -> str:
    """Write from when to when something lasts, in the active time zone."""
    words = {"start": moment_text(start), "end": moment_text(end)}
    return _("%(start)s to %(end)s") % words


def table_state_text(status: str, *, late: bool = False) -> str:
    """Say how far a table of a round is."""
    if late and status == "running":
        return _("runs on past the close")
    return {
        "drawn": _("not begun"),
        "running": _("being played"),
        "finished": _("finished"),
        "adjudicated": _("decided by a director"),
        "annulled": _("annulled"),
    }[status]


def state_text(of: str, status: str) -> str:
    """Say how far a season, a round, a table or an entry is."""
    texts = {
        "season": season_text,
        "round": round_state_text,
        "table": table_state_text,
        "entry": entrant_text,
        "absence": absence_state_text,
        "penalty": penalty_state_text,
        "award": award_state_text,
    }
    return texts[of](status)


def absence_state_text(status: str) -> str:
    """Say what became of what is held against somebody."""
    return {
        "missed": _("noted, without a card"),
        "card": _("led to a card"),
        "given": _("given by directors"),
        "removed": _("taken out of the season"),
        "excused": _("excused"),
        "taken-back": _("taken back"),
    }[status]


def penalty_state_text(status: str) -> str:
    """Say what became of points that were taken away."""
    return {
        "asked": _("waits for another director"),
        "given": _("taken away"),
        "taken-back": _("given back"),
    }[status]


def award_state_text(status: str) -> str:
    """Say what became of an honour."""
    return {"given": _("given"), "revoked": _("revoked")}[status]


def asks_another() -> tuple[str, ...]:
    """Say that what a director wants waits for another one."""
    return (
        _("That would change a place that is certain, so another director must agree."),
        _("He is asked for 48 hours. If nobody agrees, nothing is done."),
    )


def entry_text(status: str, *, number: int = 0, until: datetime | None = None) -> str:
    """Tell somebody what he is in a season."""
    words = {"n": number, "until": moment_text(until) if until else ""}
    if status == "registered" and until:
        return _("You are registered. Say until %(until)s that you come.") % words
    if status == "waiting" and number:
        return _("You are number %(n)d on the waiting list.") % words
    return {
        "": _("You are not in this season."),
        "waiting": _("You are on the waiting list."),
        "registered": _("You are registered."),
        "confirmed": _("You are in, and have said that you come."),
        "declined": _("You are not in this season."),
        "active": _("You play in this season."),
        "withdrawn": _("You have left this season."),
        "dropped": _("You were taken out of this season."),
        "removed": _("You were taken out of this season."),
        "finished": _("You played in this season."),
    }[status]


def entry_act_text(act: str, *, late: bool = False, number: int = 0) -> str:
    """Write on a button what it does for who wants to play."""
    if late and act == "register":
        return _("Join the waiting list")
    return {
        "register": _("Enter this season"),
        "confirm": _("Yes, I come"),
        "decline": _("Give my place back"),
        "withdraw": _("Leave the season"),
        "come-back": _("Come back"),
        "bye": _("Sit out round %(n)d") % {"n": number},
        "no-bye": _("Play in round %(n)d after all") % {"n": number},
        "reserve": _("Play for others who are away"),
        "unreserve": _("Play for nobody else any more"),
    }[act]


def entry_follows_text(act: str) -> str:
    """Say what follows from pressing a button."""
    return {
        "decline": _("Your place goes to who waits first."),
        "withdraw": _(
            "You are drawn no more, and your seats at running tables are looked after by others. "
            "Within a day you may come back."
        ),
        "bye": _("Once in a season that counts as a bye asked for; further ones bring no points."),
        "no-bye": _("You are drawn as all others."),
        "reserve": _(
            "When a seat of this league falls vacant you may be asked by letter to play on there. "
            "To say no, or nothing, costs nothing."
        ),
        "unreserve": _("You are asked no more."),
    }[act]


def card_state_text(answer: str, *, appealed: bool, revoked: bool) -> str:
    """Say what became of a card."""
    if revoked:
        return _("taken back")
    if answer == "refused":
        return _("it stands after an appeal")
    return _("an appeal is being decided") if appealed else ""


def entry_done_text(act: str, status: str) -> str:
    """Say what stands after somebody pressed a button."""
    if act in ("register", "confirm") and status == "active":
        return _("You are in. You play from the next round on.")
    if act == "register" and status == "waiting":
        return _("You are on the waiting list. When a place falls free, you get a letter.")
    return {
        "register": _("You are registered. Before the season begins you are asked if you come."),
        "confirm": _("Thank you. You get a letter when the season begins."),
        "decline": _("Your place is given back."),
        "withdraw": _("You have left the season. Within a day you may still come back."),
        "come-back": _("You are back in the season."),
        "bye": _("You sit the next round out."),
        "no-bye": _("You play in the next round."),
        "reserve": _("Thank you. When somebody is missing you may get a letter."),
        "unreserve": _("You are asked no more."),
        "appeal": _("The directors are asked. You get a letter when it is decided."),
        "sit": _("The place is yours. You get a letter when the game begins."),
        "pass": _("Somebody else is asked. It costs you nothing."),
    }[act]


def vacancy_text(number: int, table: int, opens_at: datetime) -> str:
    """Say which place somebody is asked to take."""
    words = {"round": number, "table": table, "opens": moment_text(opens_at)}
    return (
        _(
            "You are asked to play for somebody at table %(table)d of round %(round)d, which opens "
            "%(opens)s."
        )
        % words
    )


def left_text(status: str) -> str:
    """Say of somebody that he plays no longer."""
    return {
        "withdrawn": _("left the season"),
        "dropped": _("dropped out"),
        "removed": _("taken out by the directors"),
    }.get(status, "")


def bye_text(kind: str) -> str:
    """Name a round that somebody sits out."""
    return {
        "forced": _("a bye"),
        "requested": _("a bye as asked for"),
        "annulled": _("table annulled, counts as a bye"),
        "zero": _("a bye without points"),
    }[kind]


def place_state_text(state: str) -> str:
    """Say that somebody else looks after a seat."""
    return {
        "vacant": _("looked after by the service"),
        "substituted": _("played by a substitute"),
    }.get(state, "")


def gold_text(gold: int) -> str:
    """Write a score."""
    return ngettext("%(n)d gold", "%(n)d gold", gold) % {"n": gold}


def won_text(result: str) -> str:
    """Say that a line won."""
    return _("%(result)s, won") % {"result": result}


def ending_text(ending: str) -> str:
    """Say how a line came about, where it was not simply played."""
    return {
        "forfeit": _("forfeit"),
        "walkover": _("walkover"),
        "adjudicated": _("decided by a director"),
        "substituted": _("finished by a substitute"),
    }.get(ending, "")


def criterion_name(name: str) -> str:
    """Name what orders those who are level on points."""
    return {
        "head_to_head": _("head to head"),
        "sb": pgettext("tie-break", "Sonneborn-Berger"),
        "opponents": _("opponents’ points"),
        "wins": _("wins"),
        "misses": _("missed deadlines"),
        "best": _("best single result"),
        "gold": _("gold"),
        "lot": _("the lot"),
    }[name]


def criterion_short(name: str) -> str:
    """Name it at the head of a column."""
    return {
        "sb": pgettext("column", "SB"),
        "opponents": pgettext("column", "Opp."),
        "wins": pgettext("column", "Wins"),
        "misses": pgettext("column", "Missed"),
        "best": pgettext("column", "Best"),
        "gold": pgettext("column", "Gold"),
    }[name]


def settled_text(status: str, answer: str, by: str) -> str:
    """Say what became of a question to the directors."""
    if status == "void":
        return _("What it asked about went away.")
    words = {"name": by, "answer": choice_name(answer)}
    if status == "lapsed":
        return _("Nobody answered, so: %(answer)s.") % words
    return _("%(name)s answered: %(answer)s.") % words


def entrants_text(entrants: int, waiting: int) -> str:
    """Say how many are in a season."""
    said = ngettext("%(n)d player", "%(n)d players", entrants) % {"n": entrants}
    if not waiting:
        return said
    more = ngettext("%(n)d waits", "%(n)d wait", waiting) % {"n": waiting}
    return f"{said}, {more}"


def record_of_league_text(best: str) -> str:
    """Name a record of a league."""
    return {
        "titles": _("Most seasons won in the top division"),
        "seasons": _("Most seasons played"),
        "games": _("Most games"),
        "rounds": _("Most often the best of a round"),
        "points": _("Most points in a season"),
        "wins": _("Most wins in a season"),
        "streak": _("Most games won in a row"),
    }[best]
