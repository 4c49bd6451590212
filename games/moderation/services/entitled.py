"""Who may do what to which thing: the matrix, asked with roles and ties read anew."""

from collections.abc import Collection
from uuid import UUID

from django.db.models import Q
from django.utils.translation import gettext as _

from games import texts
from games.glass.selectors import has_looked
from games.models import Game, Letter, Player
from games.moderation import selectors
from games.moderation.rules import matrix
from games.moderation.rules.conditions import Circumstances
from games.moderation.rules.matrix import Relation, Right, Role
from games.moderation.rules.refusals import Barred, NoSuch, Unfit
from games.moderation.selectors import leagues
from games.moderation.services.act import Act, Args
from games.moderation.services.scene import Scene

_NOTHING_KNOWN = Circumstances()


def come_in(act: Act, target: str, *, by: Player) -> None:
    """Pass whom an act on this thing may concern; raises NoSuch.

    Who is no staff is asked for a tie of his own, by as many statements whether it exists or not.
    """
    roles = selectors.roles_of(by)
    if not roles.isdisjoint(matrix.STAFF):
        return
    if not _is_his(act, target, by):
        raise NoSuch


def is_open(
    act: Act,
    roles: Collection[Role],
    tie: Relation = Relation.NONE,
    case: Circumstances = _NOTHING_KNOWN,
) -> bool:
    """Tell whether an act may be opened by somebody with these roles and this tie to it."""
    right, _role = matrix.right(act.key, roles, tie, case)
    return right not in (Right.NONE, Right.BARRED)


def may_at(act: Act, key: str, *, by: Player) -> bool:
    """Tell whether somebody may do an act at a game, where a page of all offers it."""
    game = Game.objects.filter(key=key).defer("state", "time").first()
    roles = selectors.roles_at(by, game) if game else frozenset()
    if game is None or roles <= {Role.PLAYER}:
        return False
    tie = selectors.relation_to(by, game)
    return matrix.right(act.key, roles, tie, Circumstances())[0] is Right.YES


def may_open(act: Act, seen: Scene) -> None:
    """Pass who may open an act's form; raises NoSuch or Barred."""
    _ask(act, seen, act.case(seen, {}))


def require(act: Act, seen: Scene, args: Args) -> tuple[Right, Role]:
    """Pass who may do it so, and say by which role; raises NoSuch, Barred or Unfit."""
    case = act.case(seen, args)
    right, role = _ask(act, seen, case)
    if act.unseeing and has_looked(seen.by, seen.game):
        raise Unfit(_("You have looked at the secrets of this game; ask another moderator."))
    if right is Right.UNFIT:
        raise Unfit(
            texts.condition_text(matrix.hindrance(act.key, seen.roles, seen.relation, case))
        )
    return right, role


def require_still(act: Act, seen: Scene, args: Args) -> tuple[Right, Role]:
    """The same of who knew of it when he asked; raises Barred or Unfit."""
    try:
        return require(act, seen, args)
    except NoSuch:
        raise Barred from None


def require_table(act: Act, seen: Scene, args: Args) -> None:
    """Pass who sits at a table of people that may do it if all agree; raises NoSuch."""
    right, _role = matrix.right(act.key, [Role.TABLE], Relation.NONE, act.case(seen, args))
    if right is not Right.YES or seen.own_seat is None or len(seen.people) < 2:
        raise NoSuch


def needs_second(act: Act, right: Right, seen: Scene, args: Args) -> bool:
    """Tell whether a second person must confirm it."""
    asked = right is Right.SECOND and not act.does_alone(seen, args)
    return asked or act.needs_second(seen, args)


def _ask(act: Act, seen: Scene, case: Circumstances) -> tuple[Right, Role]:
    right, role = matrix.right(act.key, seen.roles, seen.relation, case)
    if right is Right.NONE:
        raise NoSuch
    if right is Right.BARRED:
        raise Barred
    return right, role


def _is_his(act: Act, target: str, by: Player) -> bool:
    match act.about:
        case "game" | "glass":
            made = Q(organiser=by, league_table=None)
            his = made | Q(places__player=by) | selectors.directed_by(by)
            return Game.objects.filter(his, key=target).exists()
        case "letter":
            mine = Q(seat__player=by) | Q(email=by.email, seat=None)
            return Letter.objects.filter(mine, pk__in=_uuids(target)).exists()
        case "person":
            return target == by.key
        case "league":
            return leagues.directs_named(by, target)
        case "site" | "signal" | "case" | "appeal":
            return False


def _uuids(name: str) -> list[UUID]:
    try:
        return [UUID(name)]
    except ValueError:
        return []
