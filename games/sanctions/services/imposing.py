"""A sanction begins, or ends before its time."""

from datetime import datetime

from games.errors import BadEnd, Shielded
from games.models import Game, Letter, Player, Remark, Sanction
from games.moderation.rules.matrix import Role
from games.moderation.selectors import roles_of
from games.sanctions import rules, selectors
from games.sanctions.rules import Kind
from games.sanctions.services import following, naming
from games.services import mailbox


def impose(
    person: Player,
    kind: str,
    *,
    until: datetime | None,
    reason: str,
    by: Player,
    now: datetime,
    case: int | None = None,
    message: str = "",
    note: str = "",
    shown: bool = True,
    game: Game | None = None,
    seats_removed: bool = False,
    remark: Remark | None = None,
    reference: str = "",
    told: bool = True,
) -> Sanction:
    """Give somebody a sanction; the caller is in a transaction whose cause is an act.

    `reason` is one of `texts.sanction_reasons`, told to him; `note` is for moderators. Whether it
    takes two says `rules.takes_two`; that is the caller's. Not `told`: the caller writes to him.
    Raises BadEnd or Shielded.
    """
    # After the game, if one is held: who sits down at this moment comes before it or finds it.
    person = Player.objects.select_for_update(no_key=True).get(pk=person.pk)
    require(person, kind, until=until, by=by, now=now)
    given = Sanction.objects.create(
        player=person,
        kind=kind,
        begun_at=now,
        until=until,
        why=reason,
        message=message,
        note=note,
        shown=shown,
        game=game,
        case_number=case,
        by=by,
        by_host=Role.HOST in roles_of(by),
        seats_removed=seats_removed,
        remark=remark,
        reference=reference,
    )
    if given.kind == Kind.PLAIN_NAME:
        naming.make_plain(given, person)
    following.begin(given)
    if shown and told:
        mailbox.post_to(person.email, Letter.Kind.SANCTION, sanction=given, now=now)
    return given


def require(
    person: Player, kind: str, *, until: datetime | None, by: Player, now: datetime
) -> None:
    """Pass what may be given to this person by that one; raises BadEnd or Shielded."""
    if kind not in rules.OF_A_THING and selectors.is_shielded(person, by=by):
        raise Shielded
    host = Role.HOST in roles_of(by)
    if fault := rules.fault(Kind(kind), until, now=now, host=host):
        longest = rules.LONGEST.get(Kind(kind))
        raise BadEnd(fault, most=longest.days if longest else 0)


def lift(sanction: Sanction, *, now: datetime, told: bool = True) -> bool:
    """End a sanction now, and no other; False if it was over. The caller holds its person."""
    row = Sanction.objects.select_for_update().get(pk=sanction.pk)
    over = row.until is not None and row.until <= now
    if row.ended_at is not None or over:
        return False
    row.ended_at = now
    row.save(update_fields=("ended_at",))
    if row.kind == Kind.PLAIN_NAME:
        naming.restore(row)
        following.again(row)
    if row.shown and told:
        mailbox.post_to(row.player.email, Letter.Kind.LIFTED, sanction=row, now=now)
    return True
