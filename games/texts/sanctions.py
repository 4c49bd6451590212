"""Sanctions in words: what each forbids, until when, why, and what was asked wrongly of them."""

from datetime import datetime

from django.utils.translation import gettext as _

from games.moments import moment_text, until_text


def sanction_reasons() -> dict[str, str]:
    """Say every reason that somebody is told who gets a sanction; none names another person."""
    return {
        "talk": _("what you said to others"),
        "name": _("a name that others take offence at"),
        "stalling": _("play that keeps others waiting"),
        "collusion": _("playing together against the others"),
        "accounts": _("several accounts of one person"),
        "invitations": _("invitations that nobody wants"),
        "reports": _("reports that were not true"),
        "rules": _("the rules of this site"),
    }


def sanction_name(kind: str) -> str:
    """Name a kind of sanction, as its holder and moderators read it."""
    return {
        "note": _("A word from a moderator"),
        "mute": _("No talk"),
        "no-reports": _("No reports"),
        "no-new-games": _("No new games"),
        "seat-removed": _("A seat was taken"),
        "ban": _("Banned"),
        "hide-talk": _("What you said was hidden"),
        "plain-name": _("Your name was taken"),
    }[kind]


def sanction_text(
    kind: str, until: datetime | None, *, game: str = "", removed: bool = False
) -> str:
    """Say what a sanction forbids and what goes on, to its holder."""
    games = (
        _("A bot has your seats in games that run.")
        if removed
        else _("You play your games that run to the end.")
    )
    line = {
        "note": _("Nothing is forbidden to you. Please keep to it from now on."),
        "mute": _(
            "Until %(until)s you say nothing in the talk and add no words to invitations. Your "
            "games go on as before."
        ),
        "no-reports": _(
            "Until %(until)s you report nobody, except for threats and harassment. Your games go "
            "on as before."
        ),
        "no-new-games": _(
            "Until %(until)s you begin no new games and take no seats. Games that run go on, and "
            "practice against bots is free. Places that you had at tables which have not begun "
            "are free again."
        ),
        "seat-removed": _("Your seat in “%(game)s” was taken: a bot plays it."),
        "hide-talk": _(
            "In the talk of “%(game)s” others read “hidden by a moderator” instead of what you "
            "said. Nothing is forbidden to you."
        ),
        "plain-name": _(
            "You are called by a number until you choose another name in your settings. The old "
            "one is not taken any more. Nothing else is forbidden to you."
        ),
        "ban": _(
            "Until %(until)s you begin no new games, take no seats, say nothing in the talk and "
            "decide nothing about a table's time."
        ),
    }[kind] % {"until": until_text(until), "game": game}
    return f"{line} {games}" if kind == "ban" else line


def sanction_state_text(
    begun: datetime, until: datetime | None, lifted: datetime | None, *, now: datetime
) -> str:
    """Say from when to when a sanction holds or held."""
    words = {"begun": moment_text(begun), "until": until_text(until)}
    if lifted:
        return _("since %(begun)s, lifted %(end)s") % {**words, "end": moment_text(lifted)}
    if until is None:
        return _("since %(begun)s") % words
    if until <= now:
        return _("from %(begun)s to %(until)s: over") % words
    return _("since %(begun)s, until %(until)s") % words
