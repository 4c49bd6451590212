"""What somebody chose at a closed table is kept until it opens. It plays nothing by itself."""

from datetime import datetime

from django.db import transaction

from engine.errors import MoveSyntaxError
from engine.registry import ruleset
from games.links import SeatClaim
from games.log.rules import Cause
from games.orders.services.book import Book
from games.services import locks


def keep(claim: SeatClaim, text: str, *, seen_ply: int, now: datetime) -> None:
    """Keep a move for its seat, instead of the one before; raises BadLink.

    What was chosen in another position, or cannot be read as a move, is not kept.
    """
    with transaction.atomic(durable=True):
        game, places = locks.claimed_game(claim, now=now, cause=Cause.MOVE)
        rules = ruleset(game.ruleset)
        try:
            draft = rules.format(rules.parse(text))
        except MoveSyntaxError:
            return
        if game.ply != seen_ply or claim.seat not in game.to_act:
            return
        book = Book(game, places)
        row = book.row(claim.seat)
        row.draft, row.drafted = draft, game.ply
        book.close()
