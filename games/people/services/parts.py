"""When a round is over, who was which dwarf. The caller holds the game's lock."""

from collections.abc import Sequence

from engine.api import RoundScore
from games.models import Game, Part, Seat


def keep(game: Game, places: Sequence[Seat], rounds: Sequence[RoundScore], *, first: int) -> None:
    """Keep who was what in rounds that just ended; games with bots alone are practice."""
    people = [(seat, seat.player_id) for seat in places if seat.player_id is not None]
    if len(people) < 2:
        return
    Part.objects.bulk_create(
        Part(
            game=game,
            round=number,
            seat=seat.number,
            player_id=player_id,
            role=score.roles[seat.number],
            gold=score.gold[seat.number],
        )
        for number, score in enumerate(rounds, first)
        for seat, player_id in people
    )
