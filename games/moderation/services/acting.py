"""An act from its form to the doing: who may, what it will do, done once, or left for a second.

Preview and doing share one computation, the act's `plan`. A preview holds nothing and stores
nothing; what is confirmed is asked again under the lock: role, relation, precondition, versions.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime

from django.forms import Form

from games.log.rules import Cause
from games.log.services import because
from games.models import Act as Row
from games.models import Player
from games.moderation.rules.matrix import Right, Role
from games.moderation.rules.plan import Plan
from games.moderation.rules.refusals import Stale
from games.moderation.services import (
    confirming,
    consent,
    doing,
    entitled,
    refused,
    seconds,
    telling,
)
from games.moderation.services.act import Act
from games.moderation.services.confirming import Confirmation
from games.moderation.services.scene import Scene


@dataclass(frozen=True, slots=True)
class Preview:
    """What an act will do if it is confirmed."""

    scene: Scene
    plan: Plan
    second: bool
    """Whether a second person has to confirm it, too."""
    confirmation: str


@dataclass(frozen=True, slots=True)
class Outcome:
    """What became of a confirmation."""

    row: Row
    again: bool = False
    """Whether it had been confirmed before: then nothing was done now."""


def enter(
    act: Act,
    target: str,
    typed: Mapping[str, str] = doing.NOTHING,
    *,
    by: Player,
    now: datetime,
    table: bool = False,
) -> Scene:
    """Open an act's form, for oneself or to put it to the table; raises NoSuch or Barred."""
    entitled.come_in(act, target, by=by)
    if beyond := act.beyond(typed):
        entitled.come_in(act, beyond, by=by)
    seen = doing.look(act, target, typed, by=by, now=now)
    if table:
        entitled.require_table(act, seen, {})
    else:
        entitled.may_open(act, seen)
    return seen


def preview(
    act: Act, target: str, form: Form, *, by: Player, now: datetime, table: bool = False
) -> Preview:
    """Work out what an act will do.

    Raises NoSuch, Barred, Unfit, Refused or a ServiceError.
    """
    of_league = act.about == "league"
    with refused.noted(act.key, target, by=by, now=now, of_league=of_league):
        typed = {name: str(form.data.get(name, "")) for name in form.fields}
        seen, args = enter(act, target, typed, by=by, now=now, table=table), form.cleaned_data
        second = False
        if not table:
            right, _role = entitled.require(act, seen, args)
            second = entitled.needs_second(act, right, seen, args)
        plan = act.plan(seen, args)
    digest = doing.digest(act, target, typed, seen)
    token = confirming.mint(act.key, target, typed, by=by, digest=digest, now=now, table=table)
    return Preview(seen, plan, second, token)


def confirm(act: Act, said: Confirmation, *, by: Player, now: datetime) -> Outcome:
    """Do what was previewed, once, or leave it to a second person.

    Raises NoSuch, Barred, Stale, Unfit, Refused or a ServiceError; nothing was changed then.
    """
    if (row := _confirmed_before(said)) is not None:
        return Outcome(row, again=True)
    with refused.noted(act.key, said.target, by=by, now=now):
        doing.play_overdue(act, said.target, now=now)
        with because(Cause.ACT):
            return _confirmed(act, said, by, now)


def _confirmed(act: Act, said: Confirmation, by: Player, now: datetime) -> Outcome:
    seen = doing.hold(act, said.target, said.typed, by=by, now=now)
    # Asked again: the same confirmation may have waited for the same lock.
    if (row := _confirmed_before(said)) is not None:
        return Outcome(row, again=True)
    args = doing.read_again(act, said.typed).cleaned_data
    right, role = Right.YES, Role.TABLE
    if said.table:
        entitled.require_table(act, seen, args)
    else:
        right, role = entitled.require_still(act, seen, args)
    if said.is_old(now=now) or said.digest != doing.digest(act, said.target, said.typed, seen):
        raise Stale
    plan = act.plan(seen, args)
    row = Row(
        key=act.key,
        reference=telling.new_reference(),
        nonce=said.nonce,
        target=said.target,
        game=seen.about_game,
        actor=by,
        role=role,
        relation=seen.relation,
        asked=dict(said.typed),
        digest=said.digest,
        made_at=now,
    )
    if said.table:
        consent.ask(act, row, seen)
    elif entitled.needs_second(act, right, seen, args):
        seconds.ask(act, row, seen)
    else:
        doing.finish(act, row, seen, args, plan)
    return Outcome(row)


def _confirmed_before(said: Confirmation) -> Row | None:
    return Row.objects.filter(nonce=said.nonce).first()
