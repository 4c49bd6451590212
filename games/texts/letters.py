"""What somebody is written of, and what a click stops, in words."""

from datetime import datetime

from django.utils.translation import gettext as _

from games.moments import day_text
from games.subscriptions.rules import Choice, Stop


def choice_text(choice: Choice) -> str:
    """Say in one line what somebody is written of."""
    comes = {
        _("turns at once"): choice.at_once,
        _("turns once a day"): choice.in_daily,
        _("reminders"): choice.reminded,
        _("news"): choice.news and not choice.stopped,
    }
    return ", ".join(words for words, come in comes.items() if come) or _("no letters")


def stop_text(stop: Stop, game: str) -> str:
    """Name what a click stops; of no game that still runs, an empty name."""
    words = {"game": game} if game else {"game": _("this game")}
    return {
        Stop.TURNS: _("Letters that say that it is your turn in %(game)s"),
        Stop.NEWS: _("Letters on what else happens in %(game)s")
        if game
        else _("Letters on what else happens at your tables"),
        Stop.REMINDERS: _("Reminders before your deadlines in %(game)s"),
        Stop.GAME: _("All letters of %(game)s"),
        Stop.DAILY: _("Your letter of the day"),
        Stop.INVITATIONS: _("Letters that come because somebody else typed your address in"),
        Stop.EVERYTHING: _(
            "All letters, but for the codes you ask for and what concerns your account"
        ),
    }[stop] % words


def letters_back_text(since: datetime) -> str:
    """Say to somebody that nothing gets through to his address."""
    return _(
        "Our letters to your address come back since %(day)s. Your games go on, and so do your "
        "clocks: look here for your turns, until letters reach you again."
    ) % {"day": day_text(since)}


def stopped_by_complaint_text(what: str, at: datetime, *, spam: bool) -> str:
    """Say to somebody what was stopped since he, or his mail program, did not want a letter."""
    words = {"day": day_text(at), "what": what}
    if spam:
        return (
            _(
                "On %(day)s one of our letters to you was marked as spam, by you or by your mail "
                "program. So these do not come any more: %(what)s."
            )
            % words
        )
    return (
        _(
            "On %(day)s you were taken off by your mail program or our mail provider. So these do "
            "not come any more: %(what)s."
        )
        % words
    )
