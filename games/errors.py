"""What can go wrong for a person at the service. Errors of the rules are in `engine.errors`."""

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import ClassVar

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext

from games.limits.rules import Limit
from games.moments import moment_text, until_text, wait_text

Words = Mapping[str, str | Promise]


class ServiceError(Exception):
    """Something a person asked for cannot be done; nothing was changed.

    `message` is for that person. `str()` is for operators: it names nobody.
    """

    words: ClassVar[str | Promise]
    """May name fields of the error as placeholders."""

    @property
    def message(self) -> str:
        """Say in the reader's language what went wrong, what stands and what to do next."""
        return str(self.words) % vars(self)


class ExplainedError(ServiceError):
    """An error that says something else for each `why`."""

    each: ClassVar[Words]

    def __init__(self, why: str) -> None:
        """Keep why, a key of `each`."""
        super().__init__(why)
        self.why = why

    @property
    def message(self) -> str:
        return str(self.each[self.why])


class BadLink(ServiceError):
    """A link that opens nothing: damaged, foreign, revoked or too old. Never says which."""

    words = _("This link does not lead anywhere.")


class StaleTurn(ServiceError):
    """The form was drawn from another position than the table's."""

    def __init__(self, *, seen_ply: int, ply: int, already_made: bool) -> None:
        """Keep both positions, and whether this very move was the one that was made."""
        super().__init__(f"seen {seen_ply}, now {ply}")
        self.seen_ply, self.ply, self.already_made = seen_ply, ply, already_made

    @property
    def message(self) -> str:
        if self.already_made:
            return str(_("This move was made already; sending it twice changed nothing."))
        return str(
            _("The table changed since this page was drawn, so nothing was done. Look again below.")
        )


class NotHisAddress(Exception):
    """An email to a seat that is not from its player's address, or fails a check of its sender."""

    def __init__(self, failed: Sequence[str] = (), *, reaches: bool) -> None:
        """Keep which checks failed, and whether a refusal reaches whoever sent the email."""
        super().__init__(", ".join(failed) or "another address")
        self.failed, self.reaches = tuple(failed), reaches


class NotChecked(Exception):
    """An email whose sender cannot be checked at the moment."""

    def __init__(self, unsure: Sequence[str]) -> None:
        """Keep which checks could not be finished."""
        super().__init__(", ".join(unsure))
        self.unsure = tuple(unsure)


class TooLate(ServiceError):
    """The seat's time was over; what remained of its turn has been played for it."""

    words = _(
        "Your time was over before this arrived, so the game has moved for you. "
        "See below what was played."
    )

    def __init__(self, *, seen_ply: int) -> None:
        """Keep the position that the form showed: the page tells what came after it."""
        super().__init__(f"seen {seen_ply}")
        self.seen_ply = seen_ply


class ServiceHeld(ServiceError):
    """The operators hold the whole service: nothing begins, and nobody is invited."""

    words = _(
        "The whole service is held by its operators, so nothing was done. Nobody is invited "
        "meanwhile; try again when it goes on."
    )


class StaleOrders(ServiceError):
    """The lists have changed since the form was drawn that would replace them."""

    words = _(
        "Your lists have changed since this page was drawn: one was played, or has ended. So "
        "nothing was saved. What you wrote stands below; save it again if it is still right."
    )


class StaleNotes(ServiceError):
    """The notes have changed since the form was drawn that would replace them."""

    words = _(
        "Your notes have changed since this page was drawn, so nothing was saved. What is kept "
        "stands beneath what you wrote; save again what is right."
    )


class BadText(ServiceError):
    """A text that shows nothing or is too long."""

    def __init__(self, fault: str, *, length: int, most: int) -> None:
        """Keep what is wrong ("empty", "long", "lines"), how much there is and may be."""
        super().__init__(fault)
        self.fault, self.length, self.most = fault, length, most

    @property
    def message(self) -> str:
        if self.fault == "empty":
            return str(_("There is nothing to read in it, so nothing was said."))
        if self.fault == "lines":
            words = _("These are %(length)d lines; %(most)d are the most. Nothing was said yet.")
        else:
            words = _(
                "This has %(length)d characters; %(most)d are the most. Nothing was kept yet."
            )
        return words % {"length": self.length, "most": self.most}


class TalksTooMuch(ServiceError):
    """Somebody said a lot in a short time."""

    def __init__(self, until: datetime, *, now: datetime) -> None:
        """Keep when they may speak again, and when they were told so."""
        super().__init__("too much")
        self.until, self.now = until, now

    @property
    def message(self) -> str:
        return _(
            "You said a lot in a short time. What you wrote stands below; send it again in "
            "%(wait)s."
        ) % {"wait": wait_text(self.until, now=self.now)}


class MayNotTalk(ExplainedError):
    """This person may not talk here, for a reason of `games.talk.rules.rooms`."""

    each: ClassVar[Words] = {
        "unknown": _(
            "Sign in to talk with those who watch. Those who play open this page from their table."
        ),
        "sat-before": _("Who sat at this table before reads along and says nothing."),
        "muted": _(
            "A moderator has decided that you say nothing for a while. Until when and why stands "
            "on the page of your account."
        ),
        "closed": _("The talk is closed: the game has been over for a while."),
    }


class NoSuchRemark(ServiceError):
    """This reader may read no remark of this number."""

    words = _("There is no such remark.")


class TooManyReports(ServiceError):
    """Somebody reported a lot in a day."""

    words = _(
        "You have reported five times within a day. Wait a while; what you wrote stands below."
    )


class NothingToReport(ServiceError):
    """Nobody, or nothing, that this reader may report."""

    words = _("There is nothing to report here.")


class NoSuchReport(ServiceError):
    """This reader has no open report of this reference."""

    words = _("There is nothing of this reference that is open.")


class MayNotReport(ServiceError):
    """Somebody may report nothing for a while, but for threats and harassment."""

    words = _(
        "For a while you report nobody, except for threats and harassment. Why stands on the "
        "page of decisions about you."
    )


class TalkIsOld(ServiceError):
    """Something was said too long ago to be reported."""

    words = _("This was said more than 90 days ago, so it is not looked at any more.")


class ClaimedByAnother(ServiceError):
    """Another moderator has claimed it."""

    words = _(
        "Somebody else is working on this. It is free again half an hour after their last step."
    )


class ClaimsAnother(ServiceError):
    """A moderator has claimed something else already."""

    words = _("You look at something else already. Decide that, or give it back, first.")


class NotClaimed(ServiceError):
    """Only whoever claimed it decides; their claim may have ended."""

    words = _(
        "Only who claimed this decides, and your claim does not hold (any more). Nothing was "
        "done; what you wrote stands below. Claim it, then send it again."
    )


class AppealIsLate(ServiceError):
    """A decision is final."""

    words = _("This was decided more than two weeks ago, so it stands for good. Nothing was sent.")


class BadAddress(ServiceError):
    """A text that cannot be an email address."""

    def __init__(self, address: str) -> None:
        """Keep the text that was given."""
        super().__init__("not an address")
        self.address = address

    @property
    def message(self) -> str:
        return _("%(address)s cannot be an e-mail address.") % {"address": self.address[:80]}


class NotByMail(ServiceError):
    """A mailbox that wants no email that others ask for."""

    words = _(
        "%(address)s can't be invited by email, so nothing was sent. Give them a link to the "
        "table in another way."
    )

    def __init__(self, address: str) -> None:
        """Keep the address."""
        super().__init__("not by mail")
        self.address = address


class BadName(ExplainedError):
    """A text that cannot be a person's name."""

    each: ClassVar[Words] = {
        "empty": _("Choose a name of 1 to 40 letters."),
        "long": _("Choose a name of 1 to 40 letters."),
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


class NameMissing(ServiceError):
    """Somebody takes a seat without a name."""

    words = _("Say first what you are called at the table.")


class NameTaken(ServiceError):
    """Somebody at a table has this name, or one that looks the same."""

    def __init__(self, name: str, other: str) -> None:
        """Keep the name and the one that it cannot be told from."""
        super().__init__("looks like another's")
        self.name, self.other = name, other

    @property
    def message(self) -> str:
        if self.name == self.other:
            words = _("Somebody at the table is called %(name)s already. Choose another name.")
        else:
            words = _(
                "Somebody at the table is called %(other)s, and %(name)s looks the same. Choose "
                "another name."
            )
        return words % {"name": self.name, "other": self.other}


class BadGameName(ServiceError):
    """A game's name that is empty, too long, or not what it looks like."""

    words = _(
        "A game's name has 1 to 40 letters, all of them visible and of one script, and is no "
        "address of a site. Leave it empty and one is drawn."
    )


class BadTimeZone(ServiceError):
    """A time zone that does not exist."""

    words = _("There is no such time zone.")


class OnlyOperator(ServiceError):
    """Nobody else could look after the service."""

    words = _("You are the only operator, so nothing was deleted. Make somebody else one first.")


class SameAddress(ServiceError):
    """Emails go to this address already."""

    words = _("Your letters go to this address already.")


class OnlyOneself(ServiceError):
    """Nobody shares a household with themselves."""

    words = _("This is your own address. Say the other person's.")


class AddressTaken(ServiceError):
    """Another account uses this address. Only whoever reads its mailbox may learn this."""

    words = _(
        "Letters of another account go to this address, so nothing was changed. Sign in with "
        "it and delete that account first, if it is yours."
    )


class TooMany(ServiceError):
    """Somebody reached a limit; it has room again later."""

    def __init__(self, limit: Limit, until: datetime, *, now: datetime) -> None:
        """Keep the limit, when it has room again, and when that was said."""
        super().__init__(limit.name)
        self.limit, self.until, self.now = limit, until, now

    @property
    def message(self) -> str:
        return str(self.limit.words) % {"wait": wait_text(self.until, now=self.now)}


class SentThrice(ServiceError):
    """An invitation went out as often as one may."""

    words = _(
        "This invitation was sent three times already; it stands. Tell its reader in another "
        "way, or share the link of the table."
    )


class TooManyOpen(ServiceError):
    """An account has as many tables that have not begun as it may have."""

    def __init__(self, most: int, *, newcomer: bool) -> None:
        """Keep how many that are, and whether there may be more once somebody sat down."""
        super().__init__(f"at most {most}")
        self.most, self.newcomer = most, newcomer

    @property
    def message(self) -> str:
        if self.newcomer:
            words = ngettext(
                "You have %(n)d table that has not begun. Until somebody else sits down at one of "
                "yours, no more can be opened. It stands as it is: invite people, or call it off.",
                "You have %(n)d tables that have not begun. Until somebody else sits down at one "
                "of yours, no more can be opened. They stand as they are: invite people, or call "
                "one off.",
                self.most,
            )
        else:
            words = ngettext(
                "You have %(n)d table that has not begun, and that is the most. It stands as it "
                "is: start it or call it off, then open another.",
                "You have %(n)d tables that have not begun, and that is the most. They stand as "
                "they are: start one or call one off, then open another.",
                self.most,
            )
        return words % {"n": self.most}


class TooManyTables(ServiceError):
    """No further practice game is dealt now."""

    def __init__(self, *, here: bool) -> None:
        """Keep whether too many come from one place, or there are too many altogether."""
        super().__init__("here" if here else "in all")
        self.here = here

    @property
    def message(self) -> str:
        if self.here:
            return str(
                _(
                    "From where you are, many practice games were dealt within a day. Play on at "
                    "one of yours, or come back tomorrow."
                )
            )
        return str(
            _("So many people are practising that no table is left. Come back in an hour or two.")
        )


class BadCode(ServiceError):
    """A sign-in code that is wrong, or whose time or tries are over. `dead` asks for a new one."""

    def __init__(self, *, dead: bool) -> None:
        """Keep whether another try makes sense."""
        super().__init__("dead" if dead else "wrong")
        self.dead = dead

    @property
    def message(self) -> str:
        if self.dead:
            return str(_("This code is no longer good. Ask for a new one."))
        return str(_("This is not the code from the letter. Try again."))


class BadPasskey(ExplainedError):
    """A passkey that does not sign in, or is not taken."""

    each: ClassVar[Words] = {
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


class BadChannel(ExplainedError):
    """An address that no channel can have, or something that cannot be done with a channel."""

    each: ClassVar[Words] = {
        "unread": _("This is no address of the web. Copy it once more, from https:// to its end."),
        "long": _("This address is too long: 500 signs are the most."),
        "https": _("Only addresses that begin with https:// are called."),
        "user": _("Leave the name and password before the @ out: they would stand open here."),
        "host": _("This names no host. Copy the address once more, from https:// to its end."),
        "port": _("Only the usual port of https, 443, is called. Leave the number out."),
        "private": _("This address is not open to everybody, so nothing is sent there."),
        "kind": _("This address belongs to another kind of channel. Choose that one."),
        "known": _("You have a channel at this address already."),
        "many": _("You have five channels, and that is the most. Remove one, then add another."),
        "off": _("This channel is switched off. Switch it on, then try it out."),
        "unsigned": _("Only webhooks are signed; this channel has no secret."),
    }


class NoSuchChannel(ServiceError):
    """This player has no such channel."""

    words = _("This channel was removed; nothing was done.")


class NotOrganiser(ServiceError):
    """Only the organizer may do this."""

    words = _("Only the organizer can do this.")


class OrganiserStays(ServiceError):
    """The organizer cannot leave the table, only call the game off."""

    words = _("The organizer can't leave the game. Call it off instead.")


class NotSeated(ServiceError):
    """Only whoever sits at this table may do this."""

    words = _("Only who sits at this table can do this.")


class Overtaken(ServiceError):
    """The form is out of date: it was sent already, or something else came first."""

    words = _(
        "This was done already, or the table has changed since you opened the page. Nothing "
        "more was done; see below how it stands now."
    )


class NotOpen(ExplainedError):
    """The game has started, ended or was canceled: `why` is its status."""

    each: ClassVar[Words] = {
        "active": _("The game has begun already."),
        "finished": _("The game is over."),
        "cancelled": _("The game was called off."),
    }


class NotPublic(ServiceError):
    """The table is private: only invited people may sit down."""

    words = _(
        "This table is private by now: nobody sits down there who was not asked. There are "
        'others under "Open seats".'
    )


class SeatsMissing(ServiceError):
    """The game cannot start before all seats are taken."""

    def __init__(self, missing: int) -> None:
        """Keep how many are free."""
        super().__init__(f"{missing} seats free")
        self.missing = missing

    @property
    def message(self) -> str:
        return ngettext(
            "One seat is still free.", "%(missing)d seats are still free.", self.missing
        ) % {"missing": self.missing}


class TableFull(ServiceError):
    """Every seat is taken or kept for somebody invited."""

    words = _("Every seat is taken or kept for somebody who is invited.")


class AlreadyInvited(ServiceError):
    """This address has an invitation or a seat."""

    words = _("This address has an invitation or a seat already.")


class AlreadySeated(ServiceError):
    """This person has a seat at the table."""

    words = _("You sit at this table already.")


class InvitationClosed(ExplainedError):
    """The invitation was answered or withdrawn, or has lapsed: `why` is its status."""

    each: ClassVar[Words] = {
        "accepted": _("This invitation was accepted already."),
        "declined": _("This invitation was declined."),
        "withdrawn": _("This invitation was withdrawn."),
        "lapsed": _("The day to answer by is over, so the seat is free for others."),
    }


class BadReplyBy(ServiceError):
    """A day to answer by that is over, or too far ahead."""

    words = _("Choose a day from today on, at most 60 days ahead.")


class SeatsNeeded(ServiceError):
    """The table would have fewer seats than are taken or kept."""

    def __init__(self, least: int) -> None:
        """Keep how many there must be."""
        super().__init__(f"at least {least}")
        self.least = least

    @property
    def message(self) -> str:
        return ngettext(
            "%(n)d seat is taken or kept for somebody invited: no fewer will do.",
            "%(n)d seats are taken or kept for people invited: no fewer will do.",
            self.least,
        ) % {"n": self.least}


class StaleTerms(ServiceError):
    """The terms have changed since the form was drawn that would change them."""

    words = _(
        "The terms were changed elsewhere since you opened this page, so nothing was done. "
        "Below is what you chose; send it again if it shall hold."
    )


class TermsUntold(ServiceError):
    """The terms were changed just now, and the players have not been told yet."""

    def __init__(self, until: datetime) -> None:
        """Keep when they are."""
        super().__init__("not told yet")
        self.until = until

    @property
    def message(self) -> str:
        return _(
            "The terms were changed just now. Who sits here gets a letter about it at "
            "%(moment)s and may leave; start after that."
        ) % {"moment": moment_text(self.until)}


class NotOver(ServiceError):
    """The game is not over, so it cannot be played again."""

    words = _("This game is not over, so it cannot be played again yet.")


class SeatTaken(ServiceError):
    """The seat is not to be had: somebody took it, its player keeps it, or it is for others."""

    words = _(
        "This seat is not to be had: somebody else was faster, its player keeps it, or it is "
        "meant for others."
    )


class KeptApart(ServiceError):
    """Somebody on this person's own list of blocked players sits there."""

    words = _(
        "Somebody you don't want to sit with is at this table. Take them off your list on your "
        "account page first; nobody is told."
    )


class DecidedHere(ServiceError):
    """Somebody decided who gets a seat, and wants it themselves."""

    words = _("You decided who gets this seat, so you can't take it yourself.")


class LivesWithOne(ServiceError):
    """Somebody wants a decided seat at a table where somebody of their household sits or sat."""

    words = _("This seat is not for you: somebody of your household sits or sat at this table.")


class SatBefore(ServiceError):
    """This person sat at the table before, and knows what another seat knew."""

    words = _("Who sat at this table before cannot take another of its seats.")


class DealSeen(ServiceError):
    """This person plays the same deal at another table."""

    words = _("Who plays the same deal at another table never sits here.")


class HasLooked(ServiceError):
    """This person has seen what the table hides, as a moderator."""

    words = _("Who has looked at hidden cards of this table never sits there.")


class BarMissed(ServiceError):
    """The table asks for a larger share of turns in time than this person has."""

    words = _(
        "This table asks that of 100 turns of the last year at least %(bar)d were in "
        "time. Your record is on the page of your settings."
    )

    def __init__(self, bar: int) -> None:
        """Keep the share, in per cent."""
        super().__init__(f"below {bar} per cent")
        self.bar = bar


class NotYet(ServiceError):
    """The other's seat has not been offered in vain for long enough."""

    words = _("The other seat has not been offered for three days yet.")


class NoSuchGame(ServiceError):
    """A key that no game has."""

    words = _("There is no such game.")


class DealClosed(NoSuchGame):
    """Only its seats may see the game: other tables still play the same deal."""

    words = _(
        "Other tables play the same deal. Once the last of them is over, everybody can look at "
        "all of them, move by move."
    )


class Sanctioned(ServiceError):
    """A sanction forbids this to somebody for now."""

    barred: ClassVar[Words] = {
        "mute": _("Until %(until)s you add no words of your own: leave them out."),
        "no-new-games": _("Until %(until)s you begin no new games and take no seats."),
        "ban": _("Until %(until)s you decide nothing about a table's time."),
    }

    def __init__(self, kind: str, until: datetime | None) -> None:
        """Keep what is forbidden, of `games.sanctions.rules`, and until when; None: without end."""
        super().__init__(kind)
        self.kind, self.until = kind, until

    @property
    def message(self) -> str:
        line = str(self.barred[self.kind]) % {"until": until_text(self.until)}
        rest = _("Nothing was done. Why that is so stands on the page of your account.")
        return f"{line} {rest}"


class BadEnd(ServiceError):
    """A sanction cannot end then."""

    each: ClassVar[Words] = {
        "past": _("This day is over: choose one from today on."),
        "endless": _("Choose the last day. Only a host bans somebody without end."),
        "ends": _("This has no end: leave the day out."),
    }

    def __init__(self, fault: str, *, most: int) -> None:
        """Keep what is wrong ("long", or a key of `each`), and for how many days it may last."""
        super().__init__(fault)
        self.fault, self.most = fault, most

    @property
    def message(self) -> str:
        if self.fault != "long":
            return str(self.each[self.fault])
        return ngettext(
            "At most %(n)d day from now: choose an earlier day.",
            "At most %(n)d days from now: choose an earlier day.",
            self.most,
        ) % {"n": self.most}


class Shielded(ServiceError):
    """Nobody sanctions themselves, a host, or their fellow moderators."""

    words = _(
        "You can't sanction yourself, a host or, as a moderator, another moderator. Nothing "
        "was done; hosts look after moderators."
    )


class NoSuchLeague(ServiceError):
    """A key that no league has, or a season, table or question that belongs to another."""

    words = _("There is no such league, or no such part of it. Nothing was done.")


class LeagueRetired(ServiceError):
    """The league begins nothing any more."""

    words = _("This league begins nothing any more. Its history stays.")


class BadLeagueName(ServiceError):
    """A league's name that is empty, too long, another's, or not what it looks like."""

    words = _("Leagues need a name of their own, of at most 30 letters that can be seen.")


class BadTerms(ServiceError):
    """Rules by which no season can be played."""

    def __init__(self, faults: Sequence[object]) -> None:
        """Keep all that is wrong with them, as `games.leagues.rules.terms` names it."""
        super().__init__(f"{len(faults)} faults")
        self.faults = tuple(faults)

    @property
    def message(self) -> str:
        return ngettext(
            "By these rules no season can be played: %(n)d of them does not hold.",
            "By these rules no season can be played: %(n)d of them do not hold.",
            len(self.faults),
        ) % {"n": len(self.faults)}


class NotDirector(ServiceError):
    """Only a director of the league may do this."""

    words = _("Only who directs this league may do this.")


class TooFewDirectors(ServiceError):
    """A league needs two directors: one acts, an appeal needs another."""

    words = _("A league needs two directors. Name another one first.")


class NotRehearsed(ServiceError):
    """No rehearsal with these very rules is complete."""

    words = _(
        "Nothing is announced: by these very rules and dates the season was not rehearsed "
        "yet. Ask for it by “Rehearse the season” on the directors’ page; it takes some "
        "minutes."
    )


class NobodyPlays(ServiceError):
    """With so many players there is no season by these rules."""

    words = _("With so many players there is no season by these rules. Nothing was asked for.")


class PlaysThere(ServiceError):
    """A director plays in the division, so another one must do it."""

    words = _("You or your household play there, so another director must decide.")


class OwnDoing(ServiceError):
    """A director did or asked for it, so another one must decide about it."""

    words = _("You did or asked for it yourself, so another director must decide.")


class SettledAlready(Overtaken):
    """Something in a league was settled before, or has changed since the form was drawn."""

    words = _("This was settled already. What stands is below.")


class NotNow(ServiceError):
    """A season, a round or a table is not at the point at which this can be done."""

    each: ClassVar[Words] = {
        "announced": _("Registration is not open yet."),
        "prepared": _("Registration is over, so nothing was done."),
        "running": _("The season runs already, so nothing was done."),
        "counting": _("The season is being counted, so nothing was done."),
        "final": _("The season is over, so nothing was done."),
        "closed": _("The season is over, so nothing was done."),
        "cancelled": _("The season was called off."),
        "appeal": _("It is too late to appeal against this."),
    }

    def __init__(self, status: str) -> None:
        """Keep at which point it is."""
        super().__init__(status)
        self.status = status

    @property
    def message(self) -> str:
        words = self.each.get(self.status)
        return str(words or _("This cannot be done now. What stands is below."))


class AlreadyEntered(ServiceError):
    """Somebody is in a season already."""

    def __init__(self, status: str, since: datetime, *, state: str) -> None:
        """Keep as what and since when, and how that is said."""
        super().__init__(status)
        self.status, self.since, self.state = status, since, state

    @property
    def message(self) -> str:
        return _("You are in this season already, since %(since)s. %(state)s") % {
            "since": moment_text(self.since),
            "state": self.state,
        }


class NotEntered(ServiceError):
    """Only players of the season may do this."""

    words = _("You are not in this season, so nothing was done.")


class Unreliable(ServiceError):
    """A season asks for a larger share of kept deadlines than this person has."""

    words = _(
        "This league asks that %(least)d of 100 deadlines were kept. Of your last "
        "%(asked)d you kept %(kept)d."
    )

    def __init__(self, kept: int, asked: int, least: int) -> None:
        """Keep how many deadlines were kept of how many, and the share in per cent."""
        super().__init__(f"{kept} of {asked}, below {least} per cent")
        self.kept, self.asked, self.least = kept, asked, least


class RedCard(ServiceError):
    """A red card of the season before keeps somebody out of this one."""

    def __init__(self, season: int) -> None:
        """Keep which season it is of."""
        super().__init__(f"of season {season}")
        self.season = season

    @property
    def message(self) -> str:
        return _(
            "You have a red card of season %(n)d, so you may enter again the season after this one."
        ) % {"n": self.season}


class ReasonMissing(ServiceError):
    """Nobody acts in a league without saying why."""

    words = _("Say why: it stands in the league's log.")


class BadPoints(ServiceError):
    """Points that no seat can have."""

    words = _("Points may be from %(least)s to %(most)s there. Nothing was done.")

    def __init__(self, least: str, most: str) -> None:
        """Keep between which they may be."""
        super().__init__(f"{least} to {most}")
        self.least, self.most = least, most
