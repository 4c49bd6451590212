"""Read the facts of the running round. Bots remember the ones their seat was told."""

from engine.api import Event
from engine.parts.facts import RoundBegan
from engine.registry import ruleset
from games.models import Game, Move
from games.replay.rules.playing import read_back


def of_round(game: Game) -> list[Event]:
    """List what happened since the last deal, without moves that were taken back.

    Secrets included: only `engine.bots.course.told` may pass it on.
    """
    rules = ruleset(game.ruleset)
    plies: list[list[Event]] = []
    rows = game.moves.filter(ply__lte=game.ply).order_by("-ply")
    follows: int | None = None
    for ply, by, notation, stored in rows.values_list("ply", "by", "notation", "events"):
        if follows is not None and ply > follows:
            continue
        facts = list(map(rules.load_event, stored))
        plies.append(facts)
        if any(isinstance(fact, RoundBegan) for fact in facts):
            break
        back = read_back(notation) if by == Move.By.BACK else None
        follows = back.to if back else None
    return [fact for facts in reversed(plies) for fact in facts]
