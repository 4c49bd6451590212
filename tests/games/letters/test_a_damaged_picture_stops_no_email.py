"""A picture that can't be read stops no email: what it shows is said in words instead."""

import logging
from collections.abc import Callable
from html import unescape

import pytest
import resvg_py

from games import drawing, selectors
from games.drawing import raster
from games.models import Letter
from games.services import mailbox
from tests.games.cast import NOW, asked, play, started
from tests.games.mail_server import MailServer

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("at_once")]

render = resvg_py.svg_to_bytes


def refuse(**_: object) -> bytes:
    raise ValueError("no such image")


DAMAGE: dict[str, Callable[..., bytes]] = {
    "empty": lambda **how: b"",
    "no picture": lambda **how: b"<html>no picture</html>",
    "cut off": lambda **how: render(**how)[:-40],
    "cut off in its head": lambda **how: render(**how)[:20],
    "garbled": lambda **how: render(**how).replace(b"IDAT", b"IDAX"),
    "refused by the renderer": refuse,
}


@pytest.fixture(autouse=True)
def _nothing_is_drawn_yet(set_clock) -> None:
    set_clock(NOW)
    for drawn in (raster._maze_png, raster.hand_png, raster._face, raster._stamp, raster._ground):
        drawn.cache_clear()


@pytest.mark.parametrize("damage", DAMAGE.values(), ids=DAMAGE)
def test_an_email_goes_without_a_damaged_picture(
    damage: Callable[..., bytes], mail_server: MailServer, monkeypatch, caplog
):
    with monkeypatch.context() as damaged:
        damaged.setattr(resvg_py, "svg_to_bytes", damage)
        game = started()
        mailbox.sweep(now=NOW)
    assert set(Letter.objects.values_list("status", flat=True)) == {"sent"}
    seat = asked(game)
    turn = next(each for each in mail_server.got if each["To"] == seat.player.email)
    shown = drawing.maze_words(selectors.seat_table(seat, now=NOW).view)
    assert shown in unescape(said(turn, "html"))
    assert shown in " ".join(said(turn, "plain").split())
    assert "Your hand" in said(turn, "html")
    assert "<img" not in said(turn, "html")
    assert [part for part in turn.walk() if part.get_content_maintype() == "image"] == []
    logged = [each for each in caplog.records if each.levelno >= logging.ERROR]
    assert logged
    told = f"game {game.key}: a picture failed, the email goes without it"
    assert {each.getMessage() for each in logged} == {told}
    mail_server.got.clear()
    play(game)
    mailbox.sweep(now=NOW)
    assert any("<img" in said(each, "html") for each in mail_server.got)


def said(message, kind: str) -> str:
    return message.get_body((kind,)).get_content()
