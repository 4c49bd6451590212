"""People who talk at tables, and what somebody reads there."""

import re
from datetime import datetime
from typing import Any

from django.test import Client
from django.urls import reverse

from games import links
from games.links import SeatClaim
from games.models import Game, Player, Remark
from games.talk import selectors
from games.talk.rules.rooms import Room
from games.talk.services import saying
from games.talk.services.saying import Wish
from tests.games.cast import MINUTE, NOW, play_to_the_end, player, started
from tests.games.pages.table import browser, game_url
from tests.games.substitutes.cast import seat_of
from tests.games.test_every_game_keeps_its_secrets import undated, written

TABLE, SPECTATORS = Room.TABLE, Room.SPECTATORS
SECRETLY, OPENLY = "psst among us", "hello table"


def say(
    game: Game,
    name: str,
    text: str,
    room: Room = TABLE,
    *,
    nonce: str = "",
    now: datetime = NOW,
) -> Remark:
    """Let somebody say something, in a form of its own unless its nonce is named."""
    nonce = nonce or f"n{Remark.objects.count()}"
    saying.say(game.key, Wish(room, text, nonce), by=player(name), now=now)
    return Remark.objects.filter(game=game, by=player(name)).latest("id")


def talked(**terms: object) -> Game:
    """Start a table at which alice, and among the spectators dora, have said something."""
    game = started(**terms)  # type: ignore[arg-type]
    say(game, "alice", OPENLY)
    say(game, "dora", SECRETLY, SPECTATORS)
    return game


def over(game: Game) -> datetime:
    """Play a game to its end and say when that was."""
    play_to_the_end(game, now=NOW)
    return NOW + MINUTE


def read(game: Game, who: Player | str | None, *, now: datetime = NOW) -> dict[Room, list[str]]:
    """List what somebody reads in each room, the latest first."""
    reader = player(who) if isinstance(who, str) else who
    rooms = selectors.talk(game.key, reader, now=now).rooms
    return {sight.room: [said.text for said in sight.remarks] for sight in rooms}


PUBLIC = ("table-public", "stories-public", "seats-of-game", "talk-of-game", "time-table")
SEATED = ("seat", "orders", "stories")


def readers(*names: str) -> dict[str, Client]:
    """Sign people in; one more browser is nobody's. Each keeps what its pages go by."""
    return {name: browser(player(name)) for name in names} | {"": browser()}


def looked_at(game: Game, client: Client, who: str, *seated: str) -> dict[str, object]:
    """Open all public pages and these of somebody's seat, signed in and by his letters."""
    urls = [game_url(game, name) for name in PUBLIC]
    if seated:
        token = [links.SEAT.sign(SeatClaim.of(seat_of(game, who)))]
        urls += [game_url(game, f"{name}-mine") for name in seated]
        by_letter = (*seated, "seats", "time", "talk")
        urls += [reverse(f"{name}-by-letter", args=token) for name in by_letter]
    return {f"{who} {url}": bare(client.get(url)) for url in [*urls, reverse("home")]}


def letters_of(game: Game) -> dict[str, object]:
    """Write all letters of a game."""
    return {f"letter {letter.pk}": written(letter) for letter in game.letters.order_by("id")}


def bare(answer: Any) -> object:
    """Take from an answer what is drawn anew at every look."""
    drawn = re.sub(
        rb'name="(csrfmiddlewaretoken|nonce|key|once)" value="[\w-]+"', b"", answer.content
    )
    return answer.status_code, answer.headers.get("ETag"), len(drawn), undated(drawn)
