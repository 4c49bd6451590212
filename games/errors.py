"""What can go wrong for a person at the service. Errors of the rules are in `engine.errors`."""

from collections.abc import Sequence
from datetime import datetime


class ServiceError(Exception):
    """Something a person asked for cannot be done; nothing was changed."""


class BadLink(ServiceError):
    """A link that opens nothing: damaged, foreign, revoked or too old. Never says which."""


class StaleTurn(ServiceError):
    """The form was drawn from another position than the table's."""

    def __init__(self, *, seen_ply: int, ply: int, already_made: bool) -> None:
        """Keep both positions, and whether this very move was the one that was made."""
        super().__init__(f"seen {seen_ply}, now {ply}")
        self.seen_ply, self.ply, self.already_made = seen_ply, ply, already_made


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

    def __init__(self, *, seen_ply: int) -> None:
        """Keep the position that the form was drawn from: what came after it is told."""
        super().__init__(f"seen {seen_ply}")
        self.seen_ply = seen_ply


class ServiceHeld(ServiceError):
    """The operators hold the whole service: nothing begins, and nobody is invited."""


class StaleOrders(ServiceError):
    """The lists have changed since the form was drawn that would replace them."""


class StaleNotes(ServiceError):
    """The notes have changed since the form was drawn that would replace them."""


class BadText(ServiceError):
    """A text of which nothing is to be seen, or that is too long."""

    def __init__(self, fault: str, *, length: int, most: int) -> None:
        """Keep what is wrong ("empty", "long", "lines"), how much there is and may be."""
        super().__init__(fault)
        self.fault, self.length, self.most = fault, length, most


class TalksTooMuch(ServiceError):
    """Somebody said a lot in a short time."""

    def __init__(self, until: datetime, *, now: datetime) -> None:
        """Keep from when on he is heard again, and when he was told so."""
        super().__init__("too much")
        self.until, self.now = until, now


class MayNotTalk(ServiceError):
    """There is no talk for this person here."""

    def __init__(self, why: str) -> None:
        """Keep why."""
        super().__init__(why)
        self.why = why


class NoSuchRemark(ServiceError):
    """Nothing was said under this number that this reader may read."""


class TooManyReports(ServiceError):
    """Somebody reported a lot in a day."""


class NothingToReport(ServiceError):
    """Nobody, or nothing, that this reader may report."""


class NoSuchReport(ServiceError):
    """Nothing of this reader's own under this reference, or nothing that is open."""


class MayNotReport(ServiceError):
    """Somebody may report nothing for a while, but for threats and harassment."""


class TalkIsOld(ServiceError):
    """Something was said too long ago to be reported."""


class ClaimedByAnother(ServiceError):
    """Another moderator looks at it now."""


class ClaimsAnother(ServiceError):
    """A moderator who wants to look at this looks at something else."""


class NotClaimed(ServiceError):
    """Only who claimed it decides; his claim may have ended."""


class AppealIsLate(ServiceError):
    """A decision stands for good."""


class BadAddress(ServiceError):
    """A text that cannot be an e-mail address."""

    def __init__(self, address: str) -> None:
        """Keep the text that was given."""
        super().__init__("not an address")
        self.address = address


class NotByMail(ServiceError):
    """A mailbox that wants nothing to be written to it because others ask for it."""

    def __init__(self, address: str) -> None:
        """Keep the address."""
        super().__init__("not by mail")
        self.address = address


class BadName(ServiceError):
    """A text that cannot be a person's name."""

    def __init__(self, fault: str) -> None:
        """Keep the fault: "empty", "long", "unseen", "link", "bot", "office" or "taken-away"."""
        super().__init__(fault)
        self.fault = fault


class NameMissing(ServiceError):
    """Somebody takes a seat who has not said yet what he is called."""


class NameTaken(ServiceError):
    """Somebody at a table has this name, or one that looks the same."""

    def __init__(self, name: str, other: str) -> None:
        """Keep the name and the one that it cannot be told from."""
        super().__init__("looks like another's")
        self.name, self.other = name, other


class BadGameName(ServiceError):
    """A game's name that is empty, too long, or not what it looks like."""


class BadTimeZone(ServiceError):
    """A time zone that does not exist."""


class OnlyOperator(ServiceError):
    """Nobody else could look after the service."""


class SameAddress(ServiceError):
    """Letters go to this address already."""


class OnlyOneself(ServiceError):
    """Nobody shares a household with himself."""


class AddressTaken(ServiceError):
    """Letters of another account go to this address. Told only to who reads its mailbox."""


class TooMany(ServiceError):
    """A limit was reached; later it will work again."""

    def __init__(self, limit: str, until: datetime, *, now: datetime) -> None:
        """Keep which of `games.limits.rules`, when there is room again, and when that was said."""
        super().__init__(limit)
        self.limit, self.until, self.now = limit, until, now


class SentThrice(ServiceError):
    """An invitation went out as often as one may."""


class TooManyOpen(ServiceError):
    """An account has as many tables that have not begun as it may have."""

    def __init__(self, most: int, *, newcomer: bool) -> None:
        """Keep how many that are, and whether there may be more once somebody sat down."""
        super().__init__(f"at most {most}")
        self.most, self.newcomer = most, newcomer


class TooManyTables(ServiceError):
    """No further practice game is dealt now."""

    def __init__(self, *, here: bool) -> None:
        """Keep whether too many come from one place, or there are too many altogether."""
        super().__init__("here" if here else "in all")
        self.here = here


class BadCode(ServiceError):
    """A sign-in code that is wrong, or whose time or tries are over. `dead` asks for a new one."""

    def __init__(self, *, dead: bool) -> None:
        """Keep whether another try makes sense."""
        super().__init__("dead" if dead else "wrong")
        self.dead = dead


class BadPasskey(ServiceError):
    """A passkey that does not sign in, or is not taken."""

    def __init__(self, fault: str) -> None:
        """Keep why ("unread", "expired", "site", "unknown", "copied", "known", "many")."""
        super().__init__(fault)
        self.fault = fault


class BadChannel(ServiceError):
    """An address at which no channel can be kept, or something that cannot be done with one."""

    def __init__(self, fault: str) -> None:
        """Keep why, by the names in `games.texts.channels`."""
        super().__init__(fault)
        self.fault = fault


class NoSuchChannel(ServiceError):
    """No channel of this player's."""


class NotOrganiser(ServiceError):
    """Only who started the game may do this."""


class OrganiserStays(ServiceError):
    """Who started the game cannot leave its table, only call it off."""


class NotSeated(ServiceError):
    """Only who sits at this table may do this."""


class Overtaken(ServiceError):
    """What the form was drawn from is no more: done already, or something else came first."""


class NotOpen(ServiceError):
    """The game has started, ended or was cancelled."""

    def __init__(self, status: str) -> None:
        """Keep what the game is instead."""
        super().__init__(status)
        self.status = status


class NotPublic(ServiceError):
    """The table is private: nobody sits down there who was not asked."""


class SeatsMissing(ServiceError):
    """The game cannot start before all seats are taken."""

    def __init__(self, missing: int) -> None:
        """Keep how many are free."""
        super().__init__(f"{missing} seats free")
        self.missing = missing


class TableFull(ServiceError):
    """Every seat is taken or kept for somebody invited."""


class AlreadyInvited(ServiceError):
    """This address has an invitation or a seat."""


class AlreadySeated(ServiceError):
    """This person has a seat at the table."""


class InvitationClosed(ServiceError):
    """The invitation was declined, withdrawn or accepted before."""

    def __init__(self, status: str) -> None:
        """Keep what became of it."""
        super().__init__(status)
        self.status = status


class BadReplyBy(ServiceError):
    """A day to answer by that is over, or too far ahead."""


class SeatsNeeded(ServiceError):
    """The table would have fewer seats than are taken or kept."""

    def __init__(self, least: int) -> None:
        """Keep how many there must be."""
        super().__init__(f"at least {least}")
        self.least = least


class StaleTerms(ServiceError):
    """The terms have changed since the form was drawn that would change them."""


class TermsUntold(ServiceError):
    """The terms were changed just now, and who sits there is not told yet."""

    def __init__(self, until: datetime) -> None:
        """Keep when they are."""
        super().__init__("not told yet")
        self.until = until


class NotOver(ServiceError):
    """The game is not over, so there is nothing to be played again."""


class SeatTaken(ServiceError):
    """The seat is not to be had: somebody took it, its player keeps it, or it is for others."""


class KeptApart(ServiceError):
    """Somebody sits there with whom this person does not want to sit, by his own list."""


class DecidedHere(ServiceError):
    """Who decided that a seat goes to somebody else takes it himself."""


class LivesWithOne(ServiceError):
    """Somebody takes a seat that was decided about, where one of his household sits or sat."""


class SatBefore(ServiceError):
    """This person sat at the table before, and knows what another seat knew."""


class DealSeen(ServiceError):
    """This person plays the same deal at another table."""


class HasLooked(ServiceError):
    """This person has seen what the table hides, as a moderator."""


class BarMissed(ServiceError):
    """The table asks for a share of turns in time that this person has not."""

    def __init__(self, bar: int) -> None:
        """Keep the share, in per cent."""
        super().__init__(f"below {bar} per cent")
        self.bar = bar


class NotYet(ServiceError):
    """The other's seat has not been offered in vain for long enough."""


class NoSuchGame(ServiceError):
    """A key that no game has."""


class DealClosed(NoSuchGame):
    """A game is for its seats alone: other tables yet play the same deal."""


class Sanctioned(ServiceError):
    """A sanction forbids this to somebody for now."""

    def __init__(self, kind: str, until: datetime | None) -> None:
        """Keep what is forbidden, of `games.sanctions.rules`, and until when; None: without end."""
        super().__init__(kind)
        self.kind, self.until = kind, until


class BadEnd(ServiceError):
    """A sanction cannot end then."""

    def __init__(self, fault: str, *, most: int) -> None:
        """Keep what is wrong ("past", "long", "endless", "ends"), and for how many days it may."""
        super().__init__(fault)
        self.fault, self.most = fault, most


class Shielded(ServiceError):
    """Nobody sanctions himself, a host, or his fellow moderators."""


class NoSuchLeague(ServiceError):
    """A key that no league has, or a season, table or question that is not of it."""


class LeagueRetired(ServiceError):
    """The league begins nothing any more."""


class BadLeagueName(ServiceError):
    """A league's name that is empty, too long, another's, or not what it looks like."""


class BadTerms(ServiceError):
    """Rules by which no season can be played."""

    def __init__(self, faults: Sequence[object]) -> None:
        """Keep all that is wrong with them, as `games.leagues.rules.terms` names it."""
        super().__init__(f"{len(faults)} faults")
        self.faults = tuple(faults)


class NotDirector(ServiceError):
    """Only who directs the league may do this."""


class TooFewDirectors(ServiceError):
    """A league needs two directors: one acts, an appeal needs another."""


class NotRehearsed(ServiceError):
    """No rehearsal with these very rules has come to its end."""


class NobodyPlays(ServiceError):
    """With so many players there is no season by these rules."""


class PlaysThere(ServiceError):
    """A director plays in the division, so another one must do it."""


class OwnDoing(ServiceError):
    """A director did or asked for it himself, so another one must decide about it."""


class NotNow(ServiceError):
    """A season, a round or a table is not at the point at which this can be done."""

    def __init__(self, status: str) -> None:
        """Keep at which point it is."""
        super().__init__(status)
        self.status = status


class AlreadyEntered(ServiceError):
    """Somebody is in a season already."""

    def __init__(self, status: str, since: datetime) -> None:
        """Keep as what, and since when."""
        super().__init__(status)
        self.status, self.since = status, since


class NotEntered(ServiceError):
    """Only who is in the season may do this."""


class Unreliable(ServiceError):
    """A season asks for a share of deadlines kept that this person has not."""

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


class ReasonMissing(ServiceError):
    """Nobody acts in a league without saying why."""


class BadPoints(ServiceError):
    """Points that no seat can have."""

    def __init__(self, least: str, most: str) -> None:
        """Keep between which they may be."""
        super().__init__(f"{least} to {most}")
        self.least, self.most = least, most
