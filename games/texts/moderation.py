"""What the service's own people do, in public words: in whose name, why, by which reference."""

from collections.abc import Mapping
from datetime import datetime
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.delivery.rules.news import News
from games.moments import moment_text
from games.texts import leagues
from games.texts.sanctions import sanction_reasons


def public_reasons() -> dict[str, str]:
    """Say every reason that is told to those concerned; none names anybody."""
    return {
        **sanction_reasons(),
        "wish": _("a wish from the table"),
        "absence": _("somebody is away"),
        "fault": _("a fault of the service"),
        "check": _("a check of this game"),
        "rules": _("the rules of this site"),
        "service": _("the running of the service"),
    }


def role_text(role: str) -> str:
    """Name somebody by what he is, as all are told."""
    return {
        "player": _("a player"),
        "moderator": _("a moderator"),
        "host": _("a host"),
        "table": _("the table"),
        "director": _("the director"),
        "organiser": _("the organiser"),
    }[role]


def by_text(said: Mapping[str, Any]) -> str:
    """Name who did it: staff by their role alone."""
    role = {
        "moderator": _("A moderator"),
        "host": _("A host"),
        "table": _("All at the table"),
    }.get(said["role"])
    return role or said["by"]


def because_text(said: Mapping[str, Any]) -> str:
    """Say why, what was added, and by which reference it is known."""
    words = {"reason": public_reasons()[said["why"]], "reference": said["reference"]}
    lines = [_("Reason: %(reason)s. Reference %(reference)s.") % words]
    if said["message"]:
        lines.append(_("“%(message)s”") % {"message": " ".join(said["message"].split())})
    if said["alone"]:
        lines.append(_("It was decided alone, since there was nobody to ask."))
    return " ".join(lines)


def condition_text(condition: str) -> str:
    """Say what stands in the way of an act where a condition does not hold."""
    return {
        "C1": _("An organiser who plays pauses for 72 hours in all, and not while he is asked."),
        "C2": _("An organiser who plays gives another 48 hours in all, and himself none."),
        "C3": _("This is done before the start only."),
        "C10": _("Somebody who had no part in this decides."),
        "C4": _("This seat has time left, and its player did not ask for it in writing."),
        "C7": _("What a host decided is lifted by a host, and by nobody for himself."),
    }[condition]


def table_act_text(act: str) -> str:
    """Name an act that a table may do if all who sit there agree."""
    return {
        "pause": _("pause the game"),
        "resume": _("let the game go on"),
        "extend-turn": _("more time for a turn"),
        "extend-game": _("more time for all who are asked"),
        "undo-forced": _("take back what the clock played"),
        "restart-round": _("deal this round anew"),
        "restart-game": _("begin the game anew"),
        "annul": _("end the game without a result"),
    }[act]


def status_text(status: str) -> str:
    """Say what a game is, where it is not what an act needs."""
    return {
        "open": _("This game has not begun."),
        "active": _("This game runs."),
        "finished": _("This game is over."),
        "cancelled": _("This game was called off."),
        "annulled": _("This game was annulled."),
    }[status]


def organises_text(name: str) -> str:
    """Say who organises a table from now on."""
    return _("%(name)s organises the table from now on.") % {"name": name}


def hours_more_text(hours: int) -> str:
    """Say how many hours are given."""
    line = ngettext("%(n)d hour more, on top of it.", "%(n)d hours more, on top of it.", hours)
    return line % {"n": hours}


def sweep_text(name: str) -> str:
    """Name what is swept."""
    return {
        "deadlines": _("deadlines"),
        "reminders": _("reminders"),
        "letters": _("letters"),
        "bots": _("bots"),
        "orders": _("orders"),
        "tables": _("tables that are left alone"),
        "leagues": _("leagues"),
        "channels": _("channels"),
        "rehearsals": _("league rehearsals"),
        "news": _("delivery reports"),
        "daily": _("daily emails"),
        "invitations": _("expired invitations"),
        "alarms": _("alarms to hosts"),
        "notices": _("ending pauses and expired requests"),
        "clean": _("cleanup"),
        "log": _("check of the activity log"),
        "recoveries": _("recovered accounts"),
        "signals": _("signs of shared accounts"),
        "leaving": _("seats of deleted accounts"),
        "glass": _("notices about revealed cards"),
        "effects": _("effects of sanctions"),
        "ratings": _("ratings of players"),
    }[name]


def logged_text(key: str) -> str:
    """Name what stands in the log without being an act with a page of its own."""
    return {
        "find": _("Search for a person"),
        "see-signals": _("Look at a signal"),
        "quarantine": _("Set a game aside"),
        "retry": _("Try a game again"),
        "give-back": _("Time given back after an outage"),
        "outage": _("The service was down"),
        "clean": _("Cleaned up"),
        "recovered": _("The account came to its new address"),
        "vouch": _("Agree for a lost mailbox"),
        "decide-appeal": _("Answer an appeal"),
        "claim": _("Look at a case"),
        "claim-ended": _("Give a case back"),
        "claim-question": _("Ask who reported"),
        "claim-enclosed": _("Open what a reporter's own seat saw"),
        "declare-household": _("Declare a household"),
        "glass-told": _("Told who looked at hidden cards"),
        **leagues.done_names(),
    }.get(key, key)


def yearly_text(what: str) -> str:
    """Name what is counted of a year beside acts: looks, findings, answers."""
    return {
        "glass seat": _("Looks at the cards of a seat"),
        "glass state": _("Looks at all hidden cards"),
        "glass record": _("Records taken with what is hidden"),
        "glass person": _("Looks at the pages of a person"),
        "finding ": _("Reports that are still open"),
        "finding breach": _("Reports: a breach was found"),
        "finding no-breach": _("Reports: no breach was found"),
        "finding unprovable": _("Reports: nothing could be proved"),
        "finding abuse": _("Reports that were an abuse of reporting"),
        "finding joined": _("Reports that were decided with another"),
        "finding looked-at": _("Reports that were closed without a finding"),
        "answer ": _("Appeals that wait: nobody without a part in it has answered"),
        "answer stands": _("Appeals: the decision stands"),
        "answer changed": _("Appeals: the decision was changed"),
        "answer lifted": _("Appeals: the decision was lifted"),
        "alone": _("Done alone, since there was no second person"),
    }[what]


def letter_kind_text(kind: str) -> str:
    """Name a kind of letter."""
    return {
        "sign-in": _("code to sign in"),
        "invitation": _("invitation"),
        "seated": _("a place is kept"),
        "declined": _("somebody declined"),
        "withdrawn": _("a place is no longer kept"),
        "lapsed": _("an invitation lapsed"),
        "terms": _("other terms"),
        "cancelled": _("called off"),
        "ready": _("ready to start"),
        "started": _("the game begins"),
        "turn": _("your turn"),
        "reminder": _("reminder"),
        "digest": _("letter of the day"),
        "timed-out": _("time was up"),
        "round": _("a round is over"),
        "result": _("result"),
        "outage": _("the service was down"),
        "held": _("the service is held"),
        "extended": _("more time in all games"),
        "news": _("news from the table"),
        "offer": _("a seat is offered"),
        "replaced": _("a seat was taken over"),
        "vacation": _("a vacation moves deadlines"),
        "old-address": _("change of address, to the old one"),
        "new-address": _("change of address, to the new one"),
        "deletion": _("code to delete the account"),
        "passkey": _("a passkey was added"),
        "links": _("a new link"),
        "question": _("question about a report"),
        "verdict": _("what came of a report"),
        "appeal": _("answer to an appeal"),
        "glass": _("hidden cards were looked at"),
        "sanction": _("a moderator's decision"),
        "lifted": _("a decision was lifted"),
        "household": _("a household is declared"),
        "reach": _("do letters arrive?"),
        "recovered": _("an account was recovered"),
        "league": _("news from a league"),
        "league-ask": _("a league asks"),
    }[kind]


def letter_fate_text(
    status: str,
    sent_at: datetime | None,
    error: str,
    *,
    heard: str = "",
    heard_at: datetime | None = None,
) -> str:
    """Say what became of a letter, as far as anybody told."""
    if heard and heard_at:
        return _heard(heard) % {"at": moment_text(heard_at)}
    words = {"at": moment_text(sent_at) if sent_at else "", "error": error}
    return {
        "queued": _("waits, after: %(error)s") if error else _("waits"),
        "inflight": _("is being sent"),
        "sent": _("sent %(at)s"),
        "failed": _("failed: %(error)s"),
        "dropped": _("not sent: nobody needed it any more"),
    }[status] % words


def _heard(news: str) -> str:
    return {
        News.DEFERRED: _("sent; not taken yet, %(at)s"),
        News.DELIVERED: _("arrived %(at)s"),
        News.RETURNED: _("came back %(at)s"),
        News.DEAD: _("came back %(at)s: there is no such mailbox"),
        News.REVOKED: _("arrived; such letters are not wanted any more, %(at)s"),
        News.COMPLAINED: _("arrived; marked as spam %(at)s"),
    }[News(news)]
