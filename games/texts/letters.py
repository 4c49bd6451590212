"""What somebody is written of, and what a click stops, in words."""

from django.utils.translation import gettext as _

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
