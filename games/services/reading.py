"""Read the emails that are about to leave, with all that bears on them: few queries for many."""

from collections.abc import Iterable, Sequence
from uuid import UUID

from django.contrib.postgres.expressions import ArraySubquery
from django.db.models import Exists, OuterRef, QuerySet, Subquery, prefetch_related_objects

from games.models import Game, Letter, Move, Player, Reply

GOES_OUT = (Letter.Status.QUEUED, Letter.Status.INFLIGHT, Letter.Status.SENT)

# The rest of a game is large, and no email needs it here.
_GAME = ("id", "key", "name", "ruleset", "status", "organiser", "to_act", "ply", "time", "ended_at")
_NOT_READ = [f"game__{field.name}" for field in Game._meta.fields if field.name not in _GAME]

_FURTHER = (
    "act",
    *("seat__player__subscriptions", "invitation__game__organiser", "sign_in", "outage", "entry"),
    *("asked__offer", "change__player", "sanction__game", "case__joined", "objection__act"),
    *("notice__season__league", "notice__player"),
    "reply",
)


def whole(letters: Iterable[UUID]) -> list[Letter]:
    """Read letters with all that bears on them, in the same order; those that are gone are not."""
    wanted = list(letters)
    rows = {letter.pk: letter for letter in _letters().filter(pk__in=wanted)}
    found = [rows[pk] for pk in wanted if pk in rows]
    # To look for what no letter has takes as long as to find it.
    held = (path for path in _FURTHER if any(_has(path, letter) for letter in found))
    prefetch_related_objects(found, *held)
    _find_accounts([letter for letter in found if letter.seat is None])
    return found


def _letters() -> QuerySet[Letter]:
    moves = Move.objects.filter(game=OuterRef("game"), seat=OuterRef("seat__number"))
    # A reply's move is made as of when it came in. It shows nobody at the page.
    replies = Reply.objects.filter(
        seat=OuterRef(OuterRef("seat")), accepted_at=OuterRef("made_at")
    ).exclude(move="")
    by_hand = moves.filter(~Exists(replies), by=Move.By.PLAYER).order_by("-ply")
    newer = Letter.objects.filter(
        seat=OuterRef("seat"), ply__gt=OuterRef("ply"), status__in=GOES_OUT
    )
    rows = Letter.objects.select_related("game", "seat__player", "written").defer(*_NOT_READ)
    return rows.annotate(  # type: ignore[no-redef]  # `Letter` declares them, too
        moved=Exists(moves.filter(ply__gt=OuterRef("ply"))),
        moved_at=Subquery(by_hand.values("made_at")[:1]),
        later=ArraySubquery(newer.order_by().values("kind").distinct()),
    )


def _has(path: str, letter: Letter) -> bool:
    return getattr(letter, f"{path.partition('__')[0]}_id") is not None


def _find_accounts(letters: Sequence[Letter]) -> None:
    """Read who gets letters that go to an address."""
    if letters:
        players = Player.objects.filter(email__in={letter.email for letter in letters})
        known = {player.email: player for player in players.prefetch_related("subscriptions")}
        for letter in letters:
            letter.addressee = known.get(letter.email)
