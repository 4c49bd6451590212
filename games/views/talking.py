"""A game's talk made ready to be shown: rooms, remarks, and what a reader can do about each."""

from collections.abc import Mapping
from dataclasses import dataclass
from urllib.parse import urlencode

from games import texts
from games.errors import MayNotTalk
from games.models import new_key
from games.talk.rules.limits import LONGEST
from games.talk.rules.rooms import Room
from games.talk.selectors import Muted, RoomSight, Said, Talk
from games.views.pages import shown


@dataclass(frozen=True, slots=True)
class Typed:
    """What came with a form that was not done, and which remark it was about."""

    text: str = ""
    words: str = ""
    remark: int | None = None


@dataclass(frozen=True, slots=True)
class Line:
    """A remark; of the one that was chosen, the forms are shown."""

    id: int
    name: str
    me: bool
    at: str
    iso: str
    text: str
    hidden: bool
    reported: bool
    choose: str
    chosen: bool


@dataclass(frozen=True, slots=True)
class RoomPart:
    """A room, with a form if the reader speaks there."""

    room: str
    title: str
    readers: str
    speaks: bool
    nonce: str
    lines: tuple[Line, ...]
    older: str
    muted: tuple[Muted, ...]


@dataclass(frozen=True, slots=True)
class TalkPage:
    """Everything that `pages/talk.html` shows."""

    title: str
    here: str
    table: str
    problem: str
    silent: str
    known: bool
    typed: str
    words: str
    most: int
    newest: str
    sits: bool
    """Whether the reader has a seat whose sight he may enclose."""
    rooms: tuple[RoomPart, ...]


def talk_page(
    talk: Talk,
    *,
    here: str,
    table: str,
    before: Mapping[str, int],
    typed: Typed,
    problem: str = "",
) -> TalkPage:
    """Build the page of a game's talk; after a problem with all that was typed."""
    why = talk.standing.why
    return TalkPage(
        title=texts.game_title(talk.name, texts.ruleset_name(talk.ruleset)),
        here=at(here, before),
        table=table,
        problem=problem,
        silent=MayNotTalk(why).message if why else "",
        known=talk.known,
        typed=shown(typed.text or typed.words if why else typed.text),
        words=shown(typed.words),
        most=LONGEST,
        newest=here if before else "",
        sits=talk.standing.speaks == Room.TABLE and talk.begun,
        rooms=tuple(_room(room, talk, here, before, typed.remark) for room in talk.rooms),
    )


def at(here: str, query: Mapping[str, int]) -> str:
    """Name the address of a part of the talk."""
    return f"{here}?{urlencode(query)}" if query else here


def _room(
    sight: RoomSight, talk: Talk, here: str, before: Mapping[str, int], chosen: int | None
) -> RoomPart:
    return RoomPart(
        room=sight.room,
        title=texts.room_name(sight.room),
        readers=texts.readers_text(sight.room, over=talk.over),
        speaks=talk.standing.speaks == sight.room,
        nonce=new_key(),
        lines=tuple(
            _line(said, at(here, {**before, "remark": said.id}), chosen=said.id == chosen)
            for said in sight.remarks
        ),
        older=at(here, {sight.room: sight.older}) if sight.older is not None else "",
        muted=sight.muted,
    )


def _line(said: Said, choose: str, *, chosen: bool) -> Line:
    return Line(
        id=said.id,
        name=said.name,
        me=said.mine,
        at=texts.moment_text(said.at),
        iso=said.at.isoformat(timespec="seconds"),
        text=said.text,
        hidden=said.hidden,
        reported=said.reported,
        choose=f"{choose}#remark-{said.id}",
        chosen=chosen and not said.mine,
    )


def numbers(asked: Mapping[str, str]) -> dict[str, int]:
    """Read where to go on in each room, and which remark is chosen, from an address."""
    found = {name: asked.get(name, "") for name in (*Room, "remark")}
    return {
        name: int(text)
        for name, text in found.items()
        if text.isascii() and text.isdecimal() and len(text) < 19
    }
