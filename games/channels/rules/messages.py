"""What is sent: one announcement, written as each kind of channel wants it. Signed if it can be.

Names of games and people are others' words: nothing in them is a mention, a link or markup.
"""

import base64
import hmac
import json
import re
import secrets
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, datetime

KINDS = ("webhook", "discord", "slack")
WEBHOOK, DISCORD, SLACK = KINDS
HOSTS = {
    "discord.com": DISCORD,
    "discordapp.com": DISCORD,
    "ptb.discord.com": DISCORD,
    "canary.discord.com": DISCORD,
    "hooks.slack.com": SLACK,
}
"""Where only one kind is understood."""

LONGEST_TITLE, LONGEST_TEXT = 200, 700
_PREFIX = "whsec_"
_MARKS = re.compile(r"([!-/:-@\[-`{-~])")
_ENTITIES = {"&": "&amp;", "<": "&lt;", ">": "&gt;", "@": "@\u200b"}
_PLAIN_LINKS = 1 << 2
"""Discord: show no preview of what a link leads to."""


@dataclass(frozen=True, slots=True)
class Announcement:
    """What happened or is asked, as it may be read by whoever reads the channel."""

    kind: str
    title: str
    text: str
    url: str
    game: str = ""
    """Its public key; empty for none."""
    name: str = ""
    player: str = ""
    """Who is spoken to, as he is called at the table."""
    deadline: datetime | None = None


@dataclass(frozen=True, slots=True)
class Message:
    """What goes over the line."""

    body: bytes
    headers: Mapping[str, str]


def new_secret() -> str:
    """Draw a secret that only the player's server and we know, as Standard Webhooks write it."""
    return _PREFIX + base64.b64encode(secrets.token_bytes(32)).decode()


def write(kind: str, told: Announcement, *, mark: str, secret: str, now: datetime) -> Message:
    """Write an announcement down for a kind of channel. `mark` names it, however often it goes."""
    said = {DISCORD: _discord, SLACK: _slack, WEBHOOK: _webhook}[kind](told)
    body = json.dumps(said, ensure_ascii=False, separators=(",", ":")).encode()
    headers = {"Content-Type": "application/json", "User-Agent": "saboteur-by-mail"}
    if kind == WEBHOOK:
        headers |= signed(body, mark=mark, secret=secret, now=now)
    return Message(body, headers)


def signed(body: bytes, *, mark: str, secret: str, now: datetime) -> dict[str, str]:
    """Sign as Standard Webhooks 1.0.0 says: name, second and body, by HMAC-SHA256."""
    second = str(int(now.timestamp()))
    key = base64.b64decode(secret.removeprefix(_PREFIX))
    digest = hmac.digest(key, f"{mark}.{second}.".encode() + body, "sha256")
    return {
        "webhook-id": mark,
        "webhook-timestamp": second,
        "webhook-signature": f"v1,{base64.b64encode(digest).decode()}",
    }


def _webhook(told: Announcement) -> dict[str, object]:
    deadline = told.deadline.astimezone(UTC).isoformat() if told.deadline else None
    game = {"key": told.game, "name": told.name} if told.game else None
    return {
        "type": f"game.{told.kind}" if told.game else told.kind,
        "data": {
            "title": told.title,
            "text": told.text,
            "game": game,
            "player": told.player,
            "deadline": deadline,
            "url": told.url,
        },
    }


def _discord(told: Announcement) -> dict[str, object]:
    title = f"**{_escaped(_cut(told.title, LONGEST_TITLE))}**"
    lines = (_escaped(_head(told)), title, _escaped(_cut(told.text, LONGEST_TEXT)), told.url)
    return {
        "content": "\n".join(filter(None, lines)),
        "allowed_mentions": {"parse": []},
        "flags": _PLAIN_LINKS,
    }


def _slack(told: Announcement) -> dict[str, object]:
    lines = (_head(told), _cut(told.title, LONGEST_TITLE), _cut(told.text, LONGEST_TEXT))
    plain = "\n".join(filter(None, lines))
    # In a text of plain words Slack finds neither markup nor mentions; others who speak as it
    # does may know `text` alone.
    return {
        "text": f"{_without_markup(plain)}\n{told.url}",
        "blocks": [
            {
                "type": "section",
                "text": {"type": "plain_text", "text": plain, "emoji": False},
            },
            {"type": "section", "text": {"type": "mrkdwn", "text": f"<{told.url}>"}},
        ],
        "mrkdwn": False,
        "unfurl_links": False,
        "unfurl_media": False,
    }


def _head(told: Announcement) -> str:
    return " · ".join(filter(None, (told.name, told.player)))


def _escaped(text: str) -> str:
    """Let Discord show each sign as itself: behind a backslash none means anything."""
    return _MARKS.sub(r"\\\1", text)


def _without_markup(text: str) -> str:
    return "".join(_ENTITIES.get(sign, sign) for sign in text)


def _cut(text: str, most: int) -> str:
    return text if len(text) <= most else text[: most - 1] + "…"
