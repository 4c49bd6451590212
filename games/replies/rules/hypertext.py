"""HTML of mail programs as text: what is quoted stands behind ">", signatures are left out."""

import re
from collections import Counter
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
_COMMENTS = re.compile(r"<!--.*?(?:-->|\Z)", re.DOTALL)
_UNCLOSED = re.compile(r"<(?=[^<>]*+(?:<|\Z))")
MOST_SECTIONS = 200
"""Python looks for the end of each `<![` up to the end of the text."""


class BrokenHtml(Exception):
    """HTML that no mail program writes."""


def plain(html: str) -> str:
    """Write HTML as text; raise BrokenHtml if Python cannot read it.

    The time this takes grows with the length alone. Python's reader searches the whole rest of the
    text for the end of each tag and comment, so those without an end are taken out first.
    """
    closed = _UNCLOSED.sub("&lt;", _COMMENTS.sub("", html))
    if closed.count("<![") > MOST_SECTIONS:
        raise BrokenHtml
    reader = _Reader()
    try:
        reader.feed(closed)
        reader.close()
    except AssertionError as error:
        # `<![` without a name that Python knows.
        raise BrokenHtml from error
    return reader.text()


class _Reader(HTMLParser):
    """Goes through HTML once, from tag to tag."""

    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self._lines: list[str] = []
        self._line: list[str] = []
        self._has_text = False
        self._open: list[tuple[str, bool]] = []
        """The tags that are open, and whether what is in them is left out."""
        self._named: Counter[str] = Counter()
        """How many tags of each name are open."""
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
        self._named[tag] += 1
        self._count(tag, 1, left_out=left_out)

    def _begins_a_quotation(self, tag: str, called: str) -> bool:
        if tag == "hr":
            # Nobody draws a line across his own mail; mail programs do below it.
            return not self._quoted and self._has_text
        return tag != "blockquote" and bool(_QUOTES.search(called))

    def handle_endtag(self, tag: str) -> None:
        if self._over or not self._named[tag]:
            return
        if tag in _BLOCKS:
            self._break()
        while self._open:
            closed, left_out = self._open.pop()
            self._named[closed] -= 1
            self._count(closed, -1, left_out=left_out)
            if closed == tag:
                return

    def handle_data(self, data: str) -> None:
        if self._over or self._left_out:
            return
        if self._kept:
            first, *more = data.split("\n")
            self._write(first)
            for line in more:
                self._break(always=True)
                self._write(line)
        else:
            self._write(re.sub(r"[\s\xa0]+", " ", data))

    def _write(self, text: str) -> None:
        self._line.append(text)
        self._has_text = self._has_text or bool(text.strip())

    def _count(self, tag: str, more: int, *, left_out: bool) -> None:
        self._quoted += more * (tag == "blockquote")
        self._kept += more * (tag == "pre")
        self._left_out += more * left_out

    def _break(self, *, always: bool = False) -> None:
        line = "".join(self._line).strip()
        if line or always:
            self._lines.append(f"{self._mark()}{line}")
        self._line = []

    def _mark(self) -> str:
        return "> " if self._quoted else ""
