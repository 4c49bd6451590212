"""What needs a second person: asked for, confirmed or refused by another, void after three days.

A running game is paused meanwhile, to the hour at which the act is void: if nobody answers, the
pause ends by itself.
"""

from dataclasses import replace
from datetime import datetime, timedelta

from games.clocks.rules import breaks
from games.clocks.services import keeping
from games.log.rules import Cause
from games.log.services import because, write
from games.log.services.writing import Target
from games.models import Act as Row
from games.models import Game, Player
from games.moderation import selectors
from games.moderation.rules import matrix
from games.moderation.rules.matrix import Relation, Right, Role
from games.moderation.rules.plan import Entry, Plan
from games.moderation.rules.refusals import Barred, NeedsAnother, NoSuch, Stale
from games.moderation.services import doing, entitled, refused, scene, telling
from games.moderation.services.act import Act, Args
from games.moderation.services.scene import Scene

Stage = Row.Stage
ALONE = timedelta(hours=24)


def is_void(row: Row, *, now: datetime) -> bool:
    """Tell whether an act was asked for in vain, and whether or not the log says so yet."""
    return row.stage == Stage.VOID or (row.stage == Stage.ASKED and row.made_at + Row.LIFE <= now)


def sweep(*, now: datetime) -> int:
    """Let the log say of acts that nobody answered in time that they are void; count them."""
    waited = Row.objects.filter(stage=Stage.ASKED, made_at__lte=now - Row.LIFE)
    return sum(_lapse(pk, now) for pk in list(waited.order_by("pk").values_list("pk", flat=True)))


def _lapse(pk: int, now: datetime) -> bool:
    with because(Cause.SYSTEM):
        row = Row.objects.select_for_update().filter(pk=pk, stage=Stage.ASKED).first()
        if row is None:
            return False
        row.stage, row.done_at = Stage.VOID, now
        row.save(update_fields=("stage", "done_at"))
        target = Target("game", row.game_id) if row.game_id else None
        said = {"reference": row.reference, "target": row.target}
        write(f"{row.key}-void", now=now, target=target, arguments=said)
    return True


def ask(act: Act, row: Row, seen: Scene) -> None:
    """Leave an act that was confirmed to a second person; the caller holds the scene."""
    row.stage, until = Stage.ASKED, seen.now + Row.LIFE
    if act.pauses and _runs(seen):
        keeping.save(seen.game, breaks.pause(seen.table, until, by=None, now=seen.now))
        row.paused = True
    row.save()
    if row.paused:
        said = {"until": until.isoformat(), "agreed": False, "moderated": True}
        telling.record(row, seen, Entry("paused", _everybody(seen), said=said))
        # The record has grown by the pause: what is confirmed later stands on it.
        row.digest = doing.digest(act, row.target, row.asked, seen)
        row.save(update_fields=("digest",))
    telling.log(f"{act.key}-asked", row, seen)


def answer(act: Act, reference: str, digest: str, *, yes: bool, by: Player, now: datetime) -> Row:
    """Do what another asked for, or let it be void; a second answer finds what became of it.

    Raises NoSuch, Barred, NeedsAnother, Stale, Unfit, Refused or a ServiceError.
    """
    found = Row.objects.filter(reference=reference, key=act.key).exclude(role=Role.TABLE).first()
    if found is None:
        raise NoSuch
    entitled.come_in(act, found.target, by=by)
    with refused.noted(act.key, found.target, by=by, now=now), because(Cause.ACT):
        seen = doing.hold(act, found.target, found.asked, by=by, now=now)
        row = Row.objects.select_related("actor").get(pk=found.pk)
        if row.stage != Stage.ASKED or is_void(row, now=now):
            return row
        args = doing.read_again(act, row.asked).cleaned_data
        seen = replace(seen, asked_by=row.actor)
        if yes:
            _confirm(act, row, seen, args, digest)
        else:
            _refuse(act, row, seen, args)
        return row


def look(act: Act, row: Row, *, by: Player, now: datetime) -> tuple[Scene, Plan]:
    """Show a second person what he is asked to confirm, as it would be done now.

    Raises NoSuch, Barred, Stale, Unfit, Refused or a ServiceError.
    """
    entitled.come_in(act, row.target, by=by)
    seen = doing.look(act, row.target, row.asked, by=by, now=now)
    seen = replace(seen, asked_by=row.actor)
    args = doing.read_again(act, row.asked).cleaned_data
    entitled.require(act, seen, args)
    seen = seen.opened() if row.paused else seen
    return seen, act.plan(seen, args)


def require_second(act: Act, row: Row, seen: Scene, args: Args) -> bool:
    """Pass who may be the second person; True if he is the first and alone.

    Raises Barred, Unfit, or NeedsAnother.
    """
    right, _role = entitled.require_still(act, seen, args)
    if right not in (Right.SECOND, Right.YES):
        raise Barred
    if not may_confirm(act, row, seen):
        raise NeedsAnother
    return seen.by.pk == row.actor_id


def may_confirm(act: Act, row: Row, seen: Scene) -> bool:
    """Tell whether `seen.by` is another person than who asked, or is alone on the site by now."""
    if seen.by.pk == row.actor_id:
        return seen.now >= row.made_at + ALONE and not others(act, row, seen)
    return bool(selectors.seconds_to(row.actor, [seen.by]))


def others(act: Act, row: Row, seen: Scene) -> list[Player]:
    """List who else could confirm an act."""
    roles = frozenset(
        role for role in (Role.MODERATOR, Role.HOST)
        if matrix.ROWS[act.key][matrix.column(role, Relation.NONE)] in ("Y", "2")
    )  # fmt: skip
    found = selectors.seconds_to(row.actor, selectors.holders(roles))
    return [each for each in found if scene.tie_in(each, seen) == Relation.NONE]


def _confirm(act: Act, row: Row, seen: Scene, args: Args, digest: str) -> None:
    alone = require_second(act, row, seen, args)
    if row.digest != digest or digest != doing.digest(act, row.target, row.asked, seen):
        raise Stale
    _require_first(act, row, seen, args)
    row.second, row.alone = None if alone else seen.by, alone
    if row.paused:
        seen = seen.opened()
        keeping.save(seen.game, seen.table)
        telling.record(row, seen, Entry("resumed", (), said={"agreed": False}))
    doing.finish(act, row, seen, args, act.plan(seen, args))


def _refuse(act: Act, row: Row, seen: Scene, args: Args) -> None:
    entitled.require_still(act, seen, args)
    row.stage, row.done_at, row.second = Stage.REFUSED, seen.now, seen.by
    row.save()
    if row.paused and seen.table.paused_until(seen.now):
        seen = seen.opened()
        keeping.save(seen.game, seen.table)
        telling.record(row, seen, Entry("resumed", _everybody(seen), said={"agreed": False}))
    telling.log(f"{act.key}-void", row, seen)


def _require_first(act: Act, row: Row, seen: Scene, args: Args) -> None:
    """Pass if who asked could still ask; raises Barred."""
    first = row.actor
    roles, tie = scene.roles_in(first, seen), scene.tie_in(first, seen)
    then = replace(seen, by=first, roles=roles, relation=tie)
    entitled.require_still(act, then, args)


def _runs(seen: Scene) -> bool:
    game = seen.about_game
    running = game is not None and game.status == Game.Status.ACTIVE
    return running and not seen.table.paused_until(seen.now)


def _everybody(seen: Scene) -> tuple[int, ...]:
    return tuple(place.number for place in seen.people)
