"""What is left behind by an act: the game's entry with its letters, and the line of the log."""

import secrets
from typing import Any

from django.forms import IntegerField

from games.log.services import write
from games.log.services.writing import By, Target
from games.models import Act as Row
from games.models import Letter, Player
from games.moderation.rules.matrix import STAFF, Role
from games.moderation.rules.plan import Entry, Plan
from games.moderation.selectors.pages import masked
from games.moderation.services.act import Act
from games.moderation.services.scene import Scene
from games.services import entries, mailbox

LETTERS = "ABCDEFGHJKLMNPQRSTUVWXYZ"


def new_reference() -> str:
    """Draw four letters that no act has: they tell neither an order nor what stood behind it."""
    while True:
        drawn = "".join(secrets.choice(LETTERS) for _ in range(4))
        if not Row.objects.filter(reference=drawn).exists():
            return drawn


def tell(act: Act, row: Row, seen: Scene, plan: Plan) -> None:
    """Tell and log what was done; the log last, since others wait for it from then on."""
    for entry in plan.entries:
        record(row, seen, entry)
    moved = {str(each.seat): [_iso(each.before), _iso(each.after)] for each in plan.moved}
    before = {**plan.before, **{f"@{at}": was for at, (was, _) in moved.items()}}
    after = {**plan.after, **{f"@{at}": will for at, (_, will) in moved.items()}}
    log(act.key, row, seen, before=before, after=after)


def record(row: Row, seen: Scene, entry: Entry) -> None:
    """Write an entry into the game's record, in the name of a role, and to whom it is told."""
    told = [place for place in seen.people if place.number in entry.told]
    said = {**voice(row), **entry.said}
    written = entries.record(seen.game, entry.act, seat=entry.seat, told=told, now=seen.now, **said)
    if entry.former is not None:
        email = Player.objects.get(pk=entry.former).email
        mailbox.post_to(email, Letter.Kind.REPLACED, game=seen.game, entry=written, now=seen.now)


def log(name: str, row: Row, seen: Scene, **values: Any) -> None:
    """Add the line of the log."""
    # The log is never emptied: no whole address goes into it.
    typed = {
        key: masked(value) if key == "email" else value
        for key, value in row.asked.items()
        if key != "reason"
    }
    write(
        name,
        now=seen.now,
        by=By(row.actor, row.role, row.relation, second=row.second),
        target=target_of(seen),
        arguments={**typed, "target": row.target, "reference": row.reference, "alone": row.alone},
        case=_case(row, seen),
        reason=row.asked.get("reason", ""),
        preview=row.digest,
        **values,
    )


def target_of(seen: Scene) -> Target | None:
    """Name what an act is about as the log does; a letter is named by its act's arguments."""
    if seen.about_case is not None:
        return Target("case", seen.about_case.pk)
    if seen.about_objection is not None:
        return Target("person", seen.about_objection.by_id)
    if seen.about_game is not None:
        return Target("game", seen.game.pk)
    if seen.about_league is not None:
        return Target("season", seen.about_league.season.pk)
    if seen.about_signal:
        return Target("signal", seen.signal.pk)
    return Target("person", seen.person.pk) if seen.about_person else None


def _case(row: Row, seen: Scene) -> int | None:
    """Name the case that an act is about, or for which it is done."""
    if seen.about_objection is not None:
        return seen.about_objection.case_id
    if seen.about_case is not None:
        return seen.about_case.pk
    # As its form read it: "17.0" is a number, too.
    number: int | None = IntegerField(required=False).clean(row.asked.get("case", ""))
    return number


def voice(row: Row) -> dict[str, Any]:
    """Say in whose name it is told. Staff is known by role and reference alone."""
    organises = row.role == Role.ORGANISER
    return {
        "by": row.actor.name if organises else "",
        "role": row.role,
        "moderated": row.role in STAFF,
        "reference": row.reference,
        "why": row.asked["why"],
        "message": row.asked["message"],
        "alone": row.alone,
    }


def _iso(moment: Any) -> str | None:
    return moment.isoformat() if moment else None
