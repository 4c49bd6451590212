"""What could not be done and why, for every error a service raises."""

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games import errors
from games.texts import channels, limits, sanctions, talk
from games.texts.moments import moment_text


def problem_text(problem: errors.ServiceError) -> str:
    """Tell the reader what went wrong and what he can do."""
    match problem:
        case errors.StaleTurn(already_made=made):
            return _stale(already_made=made)
        case errors.BadCode(dead=dead):
            return _bad_code(dead=dead)
        case errors.TooMany():
            return limits.too_many_text(problem)
        case errors.TooManyOpen():
            return limits.too_many_open_text(problem)
        case errors.TooManyTables(here=here):
            return _too_many_tables(here=here)
        case errors.NotOpen(status=status):
            return _not_open()[status]
        case errors.InvitationClosed(status=status):
            return _closed()[status]
        case errors.SeatsNeeded(least=least):
            return ngettext(
                "%(n)d seat is taken or kept for somebody invited: no fewer will do.",
                "%(n)d seats are taken or kept for people invited: no fewer will do.",
                least,
            ) % {"n": least}
        case errors.TermsUntold(until=until):
            return _(
                "The terms were changed just now. Who sits here gets a letter about it at "
                "%(moment)s and may leave; start after that."
            ) % {"moment": moment_text(until)}
        case errors.BadText():
            return talk.bad_text(problem)
        case errors.MayNotTalk(why=why):
            return talk.no_talk_text(why)
        case errors.TalksTooMuch(until=until, now=now):
            return talk.too_much_text(until, now=now)
        case errors.BadAddress(address=address):
            return _("%(address)s cannot be an e-mail address.") % {"address": address[:80]}
        case errors.NotByMail(address=address):
            return _(
                "%(address)s cannot be invited by mail, so nothing was sent. Tell its reader in "
                "another way: hand him a link of the table."
            ) % {"address": address}
        case errors.BadName(fault=fault):
            return _bad_name()[fault]
        case errors.BadChannel(fault=fault):
            return channels.bad_channel(fault)
        case errors.BadPasskey(fault=fault):
            return _bad_passkey()[fault]
        case errors.NameTaken(name=name, other=other):
            return _name_taken(name, other)
        case errors.BarMissed(bar=bar):
            return _(
                "This table asks that of 100 turns of the last year at least %(bar)d were in "
                "time. Your record is on the page of your settings."
            ) % {"bar": bar}
        case errors.Sanctioned(kind=kind, until=until):
            return sanctions.barred_text(kind, until)
        case errors.BadEnd(fault=fault, most=most):
            return sanctions.bad_end_text(fault, most)
        case errors.SeatsMissing(missing=missing):
            return ngettext(
                "One seat is still free.", "%(missing)d seats are still free.", missing
            ) % {"missing": missing}
    return _plain()[type(problem)]


def _plain() -> dict[type[errors.ServiceError], str]:
    return {
        errors.ServiceHeld: _(
            "The whole service is held by its operators, so nothing was done. Nobody is invited "
            "meanwhile; try again when it goes on."
        ),
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
            "You have reported five times within a day. Wait a while; what you wrote stands below."
        ),
        errors.NothingToReport: _("There is nothing to report here."),
        errors.NoSuchChannel: _("This channel was removed; nothing was done."),
        errors.NoSuchReport: _("There is nothing of this reference that is open."),
        errors.MayNotReport: _(
            "For a while you report nobody, except for threats and harassment. Why stands on the "
            "page of decisions about you."
        ),
        errors.TalkIsOld: _(
            "This was said more than 90 days ago, so it is not looked at any more."
        ),
        errors.ClaimedByAnother: _(
            "Somebody else looks at this now. It comes back half an hour after his last step."
        ),
        errors.ClaimsAnother: _(
            "You look at something else already. Decide that, or give it back, first."
        ),
        errors.NotClaimed: _(
            "Only who claimed this decides, and your claim does not hold (any more). Nothing was "
            "done; what you wrote stands below. Claim it, then send it again."
        ),
        errors.AppealIsLate: _(
            "This was decided more than two weeks ago, so it stands for good. Nothing was sent."
        ),
        errors.BadReplyBy: _("Choose a day from today on, at most 60 days ahead."),
        errors.StaleTerms: _(
            "The terms were changed elsewhere since you opened this page, so nothing was done. "
            "Below is what you chose; send it again if it shall hold."
        ),
        errors.NotOver: _("This game is not over, so it cannot be played again yet."),
        errors.BadLink: _("This link does not lead anywhere."),
        errors.BadGameName: _(
            "A game's name has 1 to 40 letters, all of them visible and of one script, and is no "
            "address of a site. Leave it empty and one is drawn."
        ),
        errors.OnlyOperator: _(
            "You are the only operator, so nothing was deleted. Make somebody else one first."
        ),
        errors.SameAddress: _("Your letters go to this address already."),
        errors.OnlyOneself: _("This is your own address. Say the other person's."),
        errors.AddressTaken: _(
            "Letters of another account go to this address, so nothing was changed. Sign in with "
            "it and delete that account first, if it is yours."
        ),
        errors.NameMissing: _("Say first what you are called at the table."),
        errors.BadTimeZone: _("There is no such time zone."),
        errors.SentThrice: _(
            "This invitation was sent three times already; it stands. Tell its reader in another "
            "way, or share the link of the table."
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
        errors.NotPublic: _(
            "This table is private by now: nobody sits down there who was not asked. There are "
            'others under "Open seats".'
        ),
        errors.AlreadyInvited: _("This address has an invitation or a seat already."),
        errors.AlreadySeated: _("You sit at this table already."),
        errors.SeatTaken: _(
            "This seat is not to be had: somebody else was faster, its player keeps it, or it is "
            "meant for others."
        ),
        errors.KeptApart: _(
            "That would seat you with somebody with whom you do not want to sit. First take him "
            "off your list, on the page of your account; nobody is told."
        ),
        errors.DealClosed: _(
            "Other tables play the same deal. Once the last of them is over, everybody can look at "
            "all of them, move by move."
        ),
        errors.DealSeen: _("Who plays the same deal at another table never sits here."),
        errors.HasLooked: _("Who has looked at hidden cards of this table never sits there."),
        errors.DecidedHere: _("Who decided about a seat does not take it himself."),
        errors.LivesWithOne: _(
            "This seat is not for you: somebody of your household sits or sat at this table."
        ),
        errors.SatBefore: _("Who sat at this table before cannot take another of its seats."),
        errors.Shielded: _(
            "Nobody sanctions himself, a host or, being a moderator, another moderator. Nothing "
            "was done; a host looks after moderators."
        ),
        errors.NotYet: _("The other seat has not been offered for three days yet."),
    }


def _bad_name() -> dict[str, str]:
    length = _("Choose a name of 1 to 40 letters.")
    return {
        "empty": length,
        "long": length,
        "unseen": _(
            "There are signs in this name that nobody sees, or that turn or cover what stands "
            "beside them. Leave them out, or type the name anew."
        ),
        "taken-away": _(
            "A moderator has decided that you are not called this here, nor anything that looks "
            "like it. Choose another name."
        ),
        "bot": _("This looks like the name of a bot. Choose another one."),
        "link": _(
            "This looks like an email or web address. Choose another name, or put a space after "
            "the dot."
        ),
        "office": _(
            "This name looks as if you spoke for the service: nobody is called moderator, host, "
            "director or operator, or like the site. Choose another one."
        ),
    }


def _bad_passkey() -> dict[str, str]:
    return {
        "unread": _(
            "What your device answered is no passkey of ours, so nothing was done. Try again; the "
            "code from a letter works as ever."
        ),
        "expired": _(
            "The question to your device was older than five minutes, or was answered already. "
            "Nothing was done; try again."
        ),
        "site": _(
            "Your device answered for another site, so nothing was done. Open this site by the "
            "address in your letters and try again."
        ),
        "unknown": _(
            "Nobody here has this passkey; perhaps it was removed. Have a code sent to you, and "
            "delete the passkey on your device."
        ),
        "copied": _(
            "This passkey was used elsewhere since you last signed in with it, so it may have been "
            "copied and signs nobody in. Have a code sent to you, and remove it on your page."
        ),
        "known": _("This passkey is kept here already. Nothing was changed."),
        "many": _(
            "You have ten passkeys, and that is the most, so this one was not kept. Remove "
            "another one first, then add it anew."
        ),
    }


def _name_taken(name: str, other: str) -> str:
    if name == other:
        return _("Somebody at the table is called %(name)s already. Choose another name.") % {
            "name": name
        }
    return _(
        "Somebody at the table is called %(other)s, and %(name)s looks the same. Choose another "
        "name."
    ) % {"name": name, "other": other}


def _stale(*, already_made: bool) -> str:
    if already_made:
        return _("This move was made already; sending it twice changed nothing.")
    return _("The table changed since this page was drawn, so nothing was done. Look again below.")


def _bad_code(*, dead: bool) -> str:
    if dead:
        return _("This code is no longer good. Ask for a new one.")
    return _("This is not the code from the letter. Try again.")


def _too_many_tables(*, here: bool) -> str:
    if here:
        return _(
            "From where you are, many practice games were dealt within a day. Play on at one of "
            "yours, or come back tomorrow."
        )
    return _("So many people are practising that no table is left. Come back in an hour or two.")


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
        "lapsed": _("The day to answer by is over, so the seat is free for others."),
    }
