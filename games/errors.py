"""What can go wrong for a person at the service. Errors of the rules are in `engine.errors`."""

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


class TooLate(ServiceError):
    """The seat's time was over; what remained of its turn has been played for it."""

    def __init__(self, *, seen_ply: int) -> None:
        """Keep the position that the form was drawn from: what came after it is told."""
        super().__init__(f"seen {seen_ply}")
        self.seen_ply = seen_ply


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


class BadAddress(ServiceError):
    """A text that cannot be an e-mail address."""

    def __init__(self, address: str) -> None:
        """Keep the text that was given."""
        super().__init__("not an address")
        self.address = address


class BadName(ServiceError):
    """A display name that is empty, too long or has control characters."""


class BadTimeZone(ServiceError):
    """A time zone that does not exist."""


class TooMany(ServiceError):
    """A limit on letters was reached; later it will work again."""


class BadCode(ServiceError):
    """A sign-in code that is wrong, or whose time or tries are over. `dead` asks for a new one."""

    def __init__(self, *, dead: bool) -> None:
        """Keep whether another try makes sense."""
        super().__init__("dead" if dead else "wrong")
        self.dead = dead


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


class SeatTaken(ServiceError):
    """The seat is not offered any more: somebody took it, or its player keeps it."""


class SatBefore(ServiceError):
    """This person sat at the table before, and knows what another seat knew."""


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
