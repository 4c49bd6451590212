"""Somebody appeals against what was decided about him: once, within two weeks."""

from datetime import datetime

from games.cases.rules import limits
from games.cases.selectors import decisions
from games.errors import AppealIsLate, NoSuchReport
from games.log.rules import Cause
from games.log.services import because
from games.models import Case, Objection, Player
from games.moderation.rules import matrix
from games.moderation.rules.conditions import Circumstances
from games.moderation.rules.matrix import Relation, Right
from games.moderation.selectors import roles_of
from games.talk.rules import plain


def appeal(reference: str, typed: str, *, by: Player, now: datetime) -> None:
    """Lay a decision before somebody else; twice is once.

    Raises NoSuchReport, BadText or AppealIsLate.
    """
    said = plain.said(typed, most=limits.LONGEST_APPEAL)
    with because(Cause.FORM):
        Player.objects.select_for_update(no_key=True).get(pk=by.pk)
        act = decisions.about(by).filter(reference=reference).first()
        own = Circumstances(own=True)
        right, _role = matrix.right("appeal", roles_of(by), Relation.PLAYS, own)
        if act is None or right is not Right.YES:
            raise NoSuchReport
        assert act.done_at is not None, "a decision was made"
        if Objection.objects.filter(act=act).exists():
            return
        if act.done_at + Case.APPEALABLE <= now:
            raise AppealIsLate
        case = Case.objects.filter(reference=act.target).first()
        Objection.objects.create(act=act, by=by, case=case, said=said, made_at=now)
