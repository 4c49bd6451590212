"""What could not be done and why, for every error a service raises."""

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games import errors
from games.texts import talk


def problem_text(problem: errors.ServiceError) -> str:
    """Tell the reader what went wrong and what he can do."""
    match problem:
        case errors.StaleTurn(already_made=made):
            return _stale(already_made=made)
        case errors.BadCode(dead=dead):
            return _bad_code(dead=dead)
        case errors.NotOpen(status=status):
            return _not_open()[status]
        case errors.InvitationClosed(status=status):
            return _closed()[status]
        case errors.BadText():
            return talk.bad_text(problem)
        case errors.MayNotTalk(why=why):
            return talk.no_talk_text(why)
        case errors.TalksTooMuch(until=until, now=now):
            return talk.too_much_text(until, now=now)
        case errors.BadAddress(address=address):
            return _("%(address)s cannot be an e-mail address.") % {"address": address[:80]}
        case errors.BarMissed(bar=bar):
            return _(
                "This table asks that of 100 turns of the last year at least %(bar)d were in "
                "time. Your record is on the page of your settings."
            ) % {"bar": bar}
        case errors.SeatsMissing(missing=missing):
            return ngettext(
                "One seat is still free.", "%(missing)d seats are still free.", missing
            ) % {"missing": missing}
    return _plain()[type(problem)]


def _plain() -> dict[type[errors.ServiceError], str]:
    return {
        errors.TooLate: _(
            "Your time was over before this arrived, so the game has moved for you. "
            "See below what was played."
        ),
        errors.StaleOrders: _(
            "Your lists have changed since this page was drawn: one was played, or has ended. So "
            "nothing was saved. What you wrote stands below; save it again if it is still right."
        ),
        errors.StaleNotes: _(
            "Your notes have changed since this page was drawn, so nothing was saved. What is kept "
            "stands beneath what you wrote; save again what is right."
        ),
        errors.NoSuchRemark: _("There is no such remark."),
        errors.TooManyReports: _(
            "You have reported five remarks within a day. Wait a while; what you wrote stands "
            "below."
        ),
        errors.BadLink: _("This link does not lead anywhere."),
        errors.BadName: _("Choose a name of 1 to 40 letters."),
        errors.BadTimeZone: _("There is no such time zone."),
        errors.TooMany: _(
            "That was a lot of letters in a short time. Please wait a while and try again."
        ),
        errors.NoSuchGame: _("There is no such game."),
        errors.NotOrganiser: _("Only who started the game can do this."),
        errors.NotSeated: _("Only who sits at this table can do this."),
        errors.Overtaken: _(
            "This was done already, or the table has changed since you opened the page. Nothing "
            "more was done; see below how it stands now."
        ),
        errors.OrganiserStays: _(
            "Who started the game cannot leave it. Call the game off instead."
        ),
        errors.TableFull: _("Every seat is taken or kept for somebody who is invited."),
        errors.AlreadyInvited: _("This address has an invitation or a seat already."),
        errors.AlreadySeated: _("You sit at this table already."),
        errors.SeatTaken: _("This seat is not free any more: somebody else was faster."),
        errors.SatBefore: _("Who sat at this table before cannot take another of its seats."),
        errors.NotYet: _("The other seat has not been offered for three days yet."),
    }


def _stale(*, already_made: bool) -> str:
    if already_made:
        return _("This move was made already; sending it twice changed nothing.")
    return _("The table changed since this page was drawn, so nothing was done. Look again below.")


def _bad_code(*, dead: bool) -> str:
    if dead:
        return _("This code is no longer good. Ask for a new one.")
    return _("This is not the code from the letter. Try again.")


def _not_open() -> dict[str, str]:
    return {
        "active": _("The game has begun already."),
        "finished": _("The game is over."),
        "cancelled": _("The game was called off."),
    }


def _closed() -> dict[str, str]:
    return {
        "accepted": _("This invitation was accepted already."),
        "declined": _("This invitation was declined."),
        "withdrawn": _("This invitation was withdrawn."),
    }
