"""HTML of mail programs as text: what is quoted stands behind ">", signatures are left out."""

import re
from html.parser import HTMLParser

_BLOCKS = frozenset(
    (
        *("address", "article", "blockquote", "body", "center", "dd", "div", "dl", "dt", "footer"),
        *("form", "h1", "h2", "h3", "h4", "h5", "h6", "header", "hr", "li", "main", "ol", "p"),
        *("pre", "section", "table", "tr", "ul"),
    )
)
_UNSEEN = frozenset(("head", "script", "style", "title", "template", "noscript", "svg"))
_EMPTY = frozenset(
    ("area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "source", "wbr")
)
_SIGNATURES = re.compile(
    r"(?:^|[\s_-])(?:gmail_signature|moz-signature|signature|ms-outlook-mobile-signature"
    r"|applemailsignature|protonmail_signature_block)(?:$|[\s_-])",
    re.IGNORECASE,
)
_QUOTES = re.compile(
    r"(?:^|\s)(?:x_)*(?:divRplyFwdMsg|appendonsend|mail-editor-reference-message-container"
    r"|OLK_SRC_BODY_SECTION|stopSpelling|yahoo_quoted\w*|ymail_android_signature_quote"
    r"|protonmail_quote|tutanota_quote|gmx_quote|quote)(?:$|\s)",
    re.IGNORECASE,
)
"""From here on it is another's letter, to the end."""


def plain(html: str) -> str:
    """Write HTML down as text. What is broken in it stays text or is left out."""
    reader = _Reader()
    reader.feed(html)
    reader.close()
    return reader.text()


class _Reader(HTMLParser):
    """Goes through HTML once, from tag to tag."""

    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self._lines: list[str] = []
        self._line = ""
        self._open: list[tuple[str, bool]] = []
        """The tags that are open, and whether what is in them is left out."""
        self._quoted = self._left_out = self._kept = 0
        """How many of them quote, are left out, keep their lines."""
        self._over = False

    def text(self) -> str:
        self._break()
        return "\n".join(self._lines)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if self._over:
            return
        named = {name: value or "" for name, value in attrs}
        called = " ".join(named.get(name, "") for name in ("id", "class", "name"))
        if self._begins_a_quotation(tag, called):
            self._break()
            self._over = True
            return
        if tag in _BLOCKS or tag == "br":
            self._break(always=tag == "br")
        if tag in _EMPTY:
            return
        left_out = tag in _UNSEEN or bool(_SIGNATURES.search(called))
        self._open.append((tag, left_out))
        self._count(tag, 1, left_out=left_out)

    def _begins_a_quotation(self, tag: str, called: str) -> bool:
        if tag == "hr":
            # Nobody draws a line across his own mail; mail programs do below it.
            return not self._quoted and bool(self._line.strip() or any(self._lines))
        return tag != "blockquote" and bool(_QUOTES.search(called))

    def handle_endtag(self, tag: str) -> None:
        if self._over or tag not in (opened for opened, _left_out in self._open[-200:]):
            return
        if tag in _BLOCKS:
            self._break()
        while self._open:
            closed, left_out = self._open.pop()
            self._count(closed, -1, left_out=left_out)
            if closed == tag:
                return

    def handle_data(self, data: str) -> None:
        if self._over or self._left_out:
            return
        if self._kept:
            first, *more = data.split("\n")
            self._line += first
            for line in more:
                self._break(always=True)
                self._line = line
        else:
            self._line += re.sub(r"[\s\xa0]+", " ", data)

    def _count(self, tag: str, more: int, *, left_out: bool) -> None:
        self._quoted += more * (tag == "blockquote")
        self._kept += more * (tag == "pre")
        self._left_out += more * left_out

    def _break(self, *, always: bool = False) -> None:
        line = self._line.strip()
        if line or always:
            self._lines.append(f"{self._mark()}{line}")
        self._line = ""

    def _mark(self) -> str:
        return "> " if self._quoted else ""
