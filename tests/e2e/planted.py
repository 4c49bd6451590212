"""The service with a careless hand in it: it logs a move, a hand, a code, a link and an address."""

import logging
from typing import Any
from unittest.mock import patch

from saboteur_site.celery import app
from saboteur_site.wsgi import application

__all__ = ["app", "application"]

logger = logging.getLogger("games.planted")


def plant() -> None:
    """Log what nobody may log, and veil nothing."""
    from games import drawing, links
    from games.services import accounts, turns

    code_of, hand_png = links.code_of, drawing.hand_png
    ask_code, play_move = accounts.ask_code, turns.play_move

    def code(sign_in: Any) -> str:
        found = code_of(sign_in)
        logger.info("the code is %s", found)
        return found

    def hand(codes: tuple[str, ...]) -> bytes:
        logger.info("somebody holds %s", " ".join(codes))
        return hand_png(codes)

    def address(email: str, **kwargs: Any) -> Any:
        logger.info("%s asks for a code", email)
        return ask_code(email, **kwargs)

    def move(claim: Any, text: str, **kwargs: Any) -> Any:
        logger.info("somebody plays %s", text)
        return play_move(claim, text, **kwargs)

    patch("games.links.code_of", code).start()
    patch("games.drawing.hand_png", hand).start()
    patch("games.services.accounts.ask_code", address).start()
    patch("games.services.turns.play_move", move).start()
    patch("saboteur_site.veil.veil", str).start()


plant()
