"""Reports of mail servers about letters that came back or wait (RFC 3464)."""

import re
from collections.abc import Iterator
from email import message_from_bytes
from email.message import Message

from games.delivery.rules.news import News, may_pass

MOST_PARTS = 100
"""A report of more parts was made to be hard to read: Python reads each inside the one before."""
_PART = re.compile(rb"^content-type[ \t]*:", re.IGNORECASE | re.MULTILINE)


def read(raw: bytes) -> News | None:
    """Say what a mail server reports; nothing of what is no such report, or reports no trouble."""
    if len(_PART.findall(raw)) > MOST_PARTS:
        return None
    message = message_from_bytes(raw)
    if message.get_content_type() != "multipart/report":
        return None
    # Each of our letters has one reader.
    return next((news for fields in _recipients(message) if (news := _news(fields))), None)


def _recipients(message: Message) -> Iterator[Message]:
    """Go through what is said of each reader: blocks of lines below the one about the server."""
    parts = message.get_payload()
    for part in parts if isinstance(parts, list) else ():
        if isinstance(part, Message) and part.get_content_type() == "message/delivery-status":
            blocks = part.get_payload()
            for block in blocks if isinstance(blocks, list) else ():
                if isinstance(block, Message) and block["Action"] is not None:
                    yield block


def _news(fields: Message) -> News | None:
    action = str(fields["Action"]).strip().lower()
    said = " ".join(str(fields.get(name, "")) for name in ("Status", "Diagnostic-Code"))
    if action == "failed":
        return News.RETURNED if may_pass(said) else News.DEAD
    return {"delayed": News.DEFERRED, "delivered": News.DELIVERED}.get(action)
