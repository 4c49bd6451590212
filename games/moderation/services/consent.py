"""What all who sit at a table agree to, each by a yes of his own: done by the last of them.

Who has agreed is told to nobody; only what came of it.
"""

from datetime import datetime

from games.log.rules import Cause
from games.log.services import because, cause_is
from games.models import Act as Row
from games.models import Player
from games.moderation.rules.matrix import Role
from games.moderation.rules.plan import Entry, Plan
from games.moderation.rules.refusals import NoSuch, Stale
from games.moderation.services import confirming, doing, entitled, telling
from games.moderation.services.act import Act
from games.moderation.services.scene import Scene
from games.sanctions import selectors as sanctions
from games.sanctions.rules import Kind as Bar
from games.services import bars

Stage = Row.Stage


def ask(act: Act, row: Row, seen: Scene) -> None:
    """Put an act to the table in which who asks sits; the caller holds the scene.

    Raises Sanctioned.
    """
    bars.require_free(seen.by, Bar.BAN, now=seen.now)
    row.stage, row.agreed, row.digest = Stage.ASKED, [seen.by.pk], _digest(act, row, seen)
    row.save()
    others = tuple(at.number for at in seen.people if at.player_id != seen.by.pk)
    telling.record(row, seen, Entry("table-asked", others, said={"wish": act.key}))
    telling.log(f"{act.key}-asked", row, seen)


def look(act: Act, row: Row, *, by: Player, now: datetime) -> tuple[Scene, Plan]:
    """Show what all are asked, as it would be done now; raises NoSuch, Unfit or Refused."""
    seen = doing.look(act, row.target, row.asked, by=by, now=now)
    args = doing.read_again(act, row.asked).cleaned_data
    entitled.require_table(act, seen, args)
    return seen, act.plan(seen, args)


def answer(act: Act, reference: str, *, yes: bool, by: Player, now: datetime) -> Row:
    """Say yes or no; a second answer finds what became of it.

    Raises NoSuch, Stale, Unfit, Refused or a ServiceError.
    """
    found = Row.objects.filter(reference=reference, key=act.key, role=Role.TABLE).first()
    if found is None:
        raise NoSuch
    doing.play_overdue(act, found.target, now=now)
    with because(Cause.FORM):
        seen = doing.hold(act, found.target, found.asked, by=by, now=now)
        row = Row.objects.select_related("actor").get(pk=found.pk)
        args = doing.read_again(act, row.asked).cleaned_data
        entitled.require_table(act, seen, args)
        if row.stage != Stage.ASKED or row.made_at + Row.LIFE <= now:
            return row
        # The word of who is banned counts as no.
        if not yes or sanctions.runs(by, Bar.BAN, now=now):
            _refuse(act, row, seen)
            return row
        row.agreed = sorted({*row.agreed, by.pk})
        row.save(update_fields=("agreed",))
        if {place.player_id for place in seen.people} <= set(row.agreed):
            if row.digest != _digest(act, row, seen):
                raise Stale
            cause_is(Cause.ACT)
            doing.finish(act, row, seen, args, act.plan(seen, args))
        return row


def _refuse(act: Act, row: Row, seen: Scene) -> None:
    cause_is(Cause.ACT)
    row.stage, row.done_at = Stage.REFUSED, seen.now
    row.save()
    everybody = tuple(place.number for place in seen.people)
    telling.record(row, seen, Entry("table-declined", everybody, said={"wish": act.key}))
    telling.log(f"{act.key}-void", row, seen)


def _digest(act: Act, row: Row, seen: Scene) -> str:
    """Name what it is decided by: where a move matters, the position."""
    stands_on = {"status": seen.game.status, "ply": seen.game.ply if act.ply_bound else None}
    return confirming.digest(act.key, row.target, row.asked, stands_on)
