"""The base game's moves in words."""

from collections.abc import Sequence

from engine.api import Pick
from games.texts.book import Reader
from games.texts.rulesets.common import moves
from games.texts.rulesets.saboteur.words import ACTION_ROWS


def move_text(picks: Sequence[Pick], reader: Reader) -> str:
    """Say what a move will do, to the one who is about to make it."""
    chosen: dict[str, str] = {pick.kind: pick.value for pick in picks}
    row = ACTION_ROWS.get(chosen.get("card", ""))
    words = moves.words_of(picks, reader, row.tools if row else ())
    if "card" not in chosen:
        return moves.turn_sentence(chosen) % words
    act = "pass" if ("act", "pass") in picks else row.act if row else "lay"
    return moves.act_sentence(act, own=moves.is_own(picks, reader)) % words
