"""What a player may report, as he names it. All that is not his to report is as if it were not."""

from dataclasses import dataclass, replace
from datetime import datetime

from games.cases.models import Kind
from games.errors import NothingToReport
from games.models import Act, Game, Invitation, Player, Remark, Seat
from games.moderation.rules import matrix
from games.moderation.rules.conditions import Circumstances
from games.moderation.rules.matrix import Relation, Right
from games.moderation.selectors import relation_to, roles_at, roles_of
from games.selectors import rows
from games.talk import selectors as talk

AT_A_SEAT = (Kind.STALLING, Kind.COLLUSION, Kind.ACCOUNTS, Kind.NAME)
PUBLIC = frozenset({Kind.TALK, Kind.NAME, Kind.INVITATIONS, Kind.MODERATOR})
"""What a stranger can see, or got himself."""


@dataclass(frozen=True, slots=True)
class Subject:
    """Who may be reported, of what, and where it was."""

    person: Player
    called: str
    """As whom the reporter knows him: of a moderator the reference of what he did."""
    kinds: tuple[Kind, ...]
    game: Game | None = None
    remark: Remark | None = None
    own_seat: Seat | None = None
    """The reporter's own, of which he may enclose what it sees."""


def of_remark(key: str, remark: int, *, by: Player, now: datetime) -> Subject:
    """Name what somebody said where the reporter may read it; raises NoSuchRemark."""
    said = talk.readable(key, remark, by, now=now)
    game = rows.game(key=key)
    return _pass(Subject(said.by, said.name, (Kind.TALK,), game, said, _own(game, by)), by)


def of_seat(key: str, number: int, *, by: Player) -> Subject:
    """Name who sits at a table; raises NothingToReport."""
    seats = Seat.objects.filter(game__key=key, number=number, player__email__isnull=False)
    seat = seats.select_related("game", "player").defer("game__state").first()
    if seat is None:
        raise NothingToReport
    assert seat.player is not None, "asked for"
    return _pass(
        Subject(seat.player, seat.name, AT_A_SEAT, seat.game, None, _own(seat.game, by)), by
    )


def of_person(key: str, *, by: Player) -> Subject:
    """Name whose page it is; raises NothingToReport."""
    person = Player.objects.filter(key=key, email__isnull=False).first()
    if person is None:
        raise NothingToReport
    return _pass(Subject(person, person.name, (Kind.NAME,)), by)


def of_invitation(key: str, *, by: Player) -> Subject:
    """Name who invited the reporter to a table; raises NothingToReport."""
    mine = Invitation.objects.filter(game__key=key, email=by.email).select_related(
        "game__organiser"
    )
    invited = mine.defer("game__state").first()
    if invited is None:
        raise NothingToReport
    host = invited.game.organiser
    return _pass(Subject(host, host.name, (Kind.INVITATIONS,), invited.game), by)


def of_act(reference: str, *, by: Player) -> Subject:
    """Name who did something to a game or to the reporter; raises NothingToReport."""
    done = Act.objects.filter(reference=reference, stage=Act.Stage.DONE)
    act = done.select_related("actor", "game").defer("game__state").first()
    if act is None or act.role not in matrix.STAFF or not (act.game or act.target == by.key):
        raise NothingToReport
    return _pass(Subject(act.actor, reference, (Kind.MODERATOR,), act.game), by)


def _own(game: Game, by: Player) -> Seat | None:
    """Find his seat; of a deal that other tables yet play it is told to no moderator either."""
    if game.started_at is None or game.closed:
        return None
    return game.places.filter(player=by).first()


def _pass(found: Subject, by: Player) -> Subject:
    """Leave what the matrix lets him report; raises NothingToReport if nothing is left."""
    kinds = tuple(kind for kind in found.kinds if may_report(found, kind, by=by))
    if found.person.pk == by.pk or found.person.email is None or not kinds:
        raise NothingToReport
    return replace(found, kinds=kinds)


def may_report(found: Subject, kind: Kind, *, by: Player) -> bool:
    """Ask the matrix whether somebody may report this."""
    roles = roles_of(by) if found.game is None else roles_at(by, found.game)
    tie = Relation.NONE if found.game is None else relation_to(by, found.game)
    case = Circumstances(public=kind in PUBLIC)
    return matrix.right("report", roles, tie, case)[0] is Right.YES
