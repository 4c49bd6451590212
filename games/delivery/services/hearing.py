"""What is heard of a letter is noted, and acted on once.

Who brings news keeps them until we answered. So the note says whether what follows is done: if we
were killed in between, the same news come again and find that it is not. If they never come again,
a sweep hears from the note what they were. Each step may be done again.
"""

import logging
from dataclasses import dataclass
from datetime import datetime, timedelta
from uuid import UUID

from django.db import transaction
from django.db.models import QuerySet

from games import links
from games.clocks.rules import store
from games.clocks.services import delivered
from games.delivery.rules.news import CAME_BACK, UNWANTED, News, counts_more
from games.delivery.services import weighing
from games.errors import BadLink
from games.links import StopClaim
from games.log.rules import Cause
from games.log.services import because
from games.models import Complaint, Game, Letter, Player, Seat, Written
from games.services import reading
from games.services.failures import database_is_gone
from games.subscriptions import selectors as subscriptions
from games.subscriptions.rules import told
from games.subscriptions.services import choosing

logger = logging.getLogger(__name__)

Status = Letter.Status

AT_ONCE = 100
"""Of so many letters at most one sweep does what was left undone."""
LEFT = (Status.INFLIGHT, Status.SENT, Status.FAILED)
SKEW = timedelta(minutes=1)
"""By so much the clock of who brings news may be behind."""
ERRORS = {News.RETURNED: "came back", News.DEAD: "came back: no such mailbox"}


@dataclass(frozen=True, slots=True)
class _Heard:
    """News that were noted, and whom they are about."""

    letter: Letter
    news: News
    reader: Player | None
    is_his: bool
    """Whether they are about the address that its reader has today."""
    heals: bool
    """Whether it may be what shows that he can be reached again."""


def hear(letter_id: UUID, whom: str, news: News, *, at: datetime, now: datetime) -> bool:
    """Note news of a letter and do what follows; tell whether they were any.

    `whom` marks the address that it went to (`links.whom`). The same again, what was overtaken and
    what is about no letter of ours changes nothing.
    """
    heard = _note(letter_id, whom, news, at=min(at, now), now=now)
    if heard is None:
        return False
    if heard.is_his:
        _act(heard, now)
    _is_done(letter_id, news)
    return True


def sweep(*, now: datetime) -> int:
    """Do what follows from news whose taker was killed before he did; count them."""
    count = 0
    left = unheeded().values_list("pk", "whom", "heard", "heard_at")
    for letter_id, whom, heard, at in list(left[:AT_ONCE]):
        news = News(heard)
        try:
            if hear(letter_id, whom, news, at=at or now, now=now):
                count += 1
            else:
                # It left once more in the meantime, or is gone: nothing follows any more.
                _is_done(letter_id, news)
        except Exception as error:
            if database_is_gone(error):
                raise
            # One in trouble must not keep the others; it is tried again.
            logger.exception("news of letter %s cannot be followed", letter_id)
    return count


def unheeded() -> QuerySet[Letter]:
    """Letters of which something was heard and not yet heeded; what is new before what is stuck."""
    return Letter.objects.filter(heeded=False).order_by("-heard_at")


def _is_done(letter_id: UUID, news: News) -> None:
    with because(Cause.POST):
        Letter.objects.filter(pk=letter_id, heard=news).update(heeded=True, whom="")


def _note(letter_id: UUID, whom: str, news: News, *, at: datetime, now: datetime) -> _Heard | None:
    with because(Cause.POST):
        found = Letter.objects.filter(pk=letter_id).select_related("seat").first()
        if found is None:
            return None
        player = weighing.reader(found)
        letter = Letter.objects.select_for_update(no_key=True).filter(pk=letter_id).first()
        if letter is None or letter.status not in LEFT or _is_of_a_sending_before(letter, at):
            return None
        if letter.heard == news and letter.heeded:
            return None
        email = found.email if player is None else player.email or ""
        is_his = bool(email) and links.is_whom(whom, email)
        again = letter.heard == news
        heals = player is not None and (again or weighing.is_dead(player))
        if not again:
            if not counts_more(news, letter.heard):
                return None
            if is_his and player is not None:
                weighing.weigh(player, news, at=at, is_new=not letter.heard, now=now)
            _write_down(letter, news, whom, at)
    return _Heard(letter, news, player, is_his, heals)


def _is_of_a_sending_before(letter: Letter, at: datetime) -> bool:
    return letter.claimed_at is not None and at < letter.claimed_at - SKEW


def _write_down(letter: Letter, news: News, whom: str, at: datetime) -> None:
    letter.heard, letter.heard_at = news, at
    letter.heeded, letter.whom = False, whom
    if news in CAME_BACK:
        # Whoever sends it again writes it anew.
        Written.objects.filter(letter=letter).delete()
        letter.status, letter.error = Status.FAILED, ERRORS[news]
    elif news != News.DEFERRED and letter.status != Status.SENT:
        # Nobody knew whether it had left: it was given up, or its worker was killed. It had.
        letter.status, letter.error, letter.sent_at = Status.SENT, "", letter.sent_at or at
    changed = ("heard", "heard_at", "heeded", "whom", "status", "error", "sent_at")
    letter.save(update_fields=changed)


def _act(heard: _Heard, now: datetime) -> None:
    letter, player = heard.letter, heard.reader
    if heard.news in UNWANTED:
        _stop(letter, spam=heard.news == News.COMPLAINED, now=now)
    elif player is None or heard.news == News.DEFERRED:
        return
    elif heard.news in CAME_BACK:
        delivered.came_back(letter, now=now)
        if weighing.is_dead(player):
            delivered.unreachable(player)
    elif player.mail_trouble_at is None and (heard.heals or _is_unreached(letter)):
        delivered.reachable(player)


def _is_unreached(letter: Letter) -> bool:
    if letter.seat is None or letter.game is None or letter.game.status != Game.Status.ACTIVE:
        return False
    return store.unreached(letter.game.time, letter.seat.number)


def _stop(letter: Letter, *, spam: bool, now: datetime) -> None:
    """Stop what one click in the letter would stop, and tell who reads it."""
    for whole in reading.whole([letter.pk]):
        claim = subscriptions.claim_of(whole)
        try:
            choosing.stop(claim, now=now)
            player = subscriptions.holder(claim)
        except BadLink:
            # Its game or its reader is gone: nothing of it can come any more.
            continue
        if player is not None:
            _tell(player, claim, spam=spam, now=now)
            delivered.unreachable(player, at=_silent(player, claim))


def _tell(player: Player, claim: StopClaim, *, spam: bool, now: datetime) -> None:
    with transaction.atomic(durable=True):
        held = weighing.hold(player.pk)
        known = Complaint.objects.filter(player=held, stop=claim.stop)
        if not known.filter(game=claim.game_id or None).exists():
            Complaint.objects.create(
                player=held,
                game_id=claim.game_id or None,
                stop=claim.stop,
                spam=spam,
                made_at=now,
            )
        weighing.tell(held, now=now)


def _silent(player: Player, claim: StopClaim) -> list[int]:
    """Name his running games of which no letter says any more that they wait for him."""
    chosen = subscriptions.choices(player.pk)
    running = Seat.objects.filter(player=player, game__status=Game.Status.ACTIVE)
    return [
        game_id
        for game_id in running.values_list("game_id", flat=True)
        if claim.game_id in (0, game_id) and told(chosen, game_id).without_mail
    ]
