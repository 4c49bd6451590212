"""What a seat sets for itself alone. It is no move, and nobody else may notice it."""

from datetime import datetime

from django.db import transaction

from engine.api import Seat as EngineSeat
from engine.registry import ruleset
from games.links import SeatClaim
from games.log.rules import Cause
from games.models import Setting
from games.services import locks


def change(claim: SeatClaim, text: str, *, now: datetime) -> None:
    """Change a setting of a seat; raises BadLink, MoveSyntaxError or IllegalMove."""
    with transaction.atomic(durable=True):
        game, _places = locks.claimed_game(claim, now=now, cause=Cause.FORM)
        rules = ruleset(game.ruleset)
        before, wish = rules.load(game.state), rules.parse(text)
        state = rules.set(before, EngineSeat(claim.seat), wish)
        if state == before:
            return
        game.state = rules.dump(state)
        # Neither ply nor clock: whoever is asked chooses on, from the page that lies before him.
        game.save(update_fields=("state",))
        # The moves alone would not tell how the game went on.
        Setting.objects.create(
            game=game, ply=game.ply, seat=claim.seat, notation=rules.format(wish), made_at=now
        )
