"""Emails that were made to take a reader long, or to make Python raise in the middle of it."""

MOST = 240_000
"""Bytes; the receiver takes a little more."""


def _mail(heads: str, text: str = "A1") -> bytes:
    return f"From: alice@example.org\r\n{heads}\r\n\r\n{text}".encode()


def _checked(line: str) -> bytes:
    return _mail(f"Authentication-Results: mx.example.org; {line}")


def _html(text: str) -> bytes:
    return _mail("Content-Type: text/html; charset=utf-8", text)


def _filled(text: str, begins: str = "", ends: str = "") -> str:
    """Repeat a text up to the size that the receiver takes."""
    return begins + text * (190_000 // len(text)) + ends


LINES = "\r\n"
NESTED = "".join(
    f"Content-Type: multipart/mixed; boundary=b{at}\r\n\r\n--b{at}\r\n" for at in range(95)
)

RAISING = {
    "a section of HTML without a name": _html("A1<![>"),
    "a section of HTML with a wrong name": _html("A1<![x[ ]]>"),
    "six hundred brackets": f"From: {'(' * 600}\r\n\r\nA1".encode(),
    "brackets in all lines of senders": f"From: {'[' * 99}\r\n\r\nA1".encode() * 9,
}
"""Refused at once: no mail program writes them, and Python cannot read them."""

SLOW = {
    "nested remarks of a check": _checked("(" * 12_000 + ")" * 12_000),
    "remarks of a check without an end": _checked("(a" * 12_000),
    "strings of a check": _checked('"\\\\' * 12_000),
    "senders": f"From: {',<a@b>' * 30_000}\r\n\r\nA1".encode(),
    "lines of senders": b"From: a@b\r\n" * 15_000 + b"\r\nA1",
    "a sender in quotes": b"From: " + b'"\\' * 40_000 + b"\r\n\r\nA1",
    "parameters of a kind": _mail('Content-Type: text/plain; a="' + ";" * 100_000),
    "parameters of a file": _mail("Content-Disposition: inline" + "; a*0*=b" * 20_000),
    "a kind over many lines": _mail(
        'Content-Type: text/plain; a="' + LINES.join([" ;;;;"] * 30_000)
    ),
    "a kind after bare returns": _mail('X: y\rContent-Type: text/plain; a="' + ";" * 100_000),
    "a codec for names": _mail("Content-Type: text/plain; charset=punycode", "a-" + "b9" * 90_000),
    "heads": b"a: b\r\n" * 40_000 + b"\r\nA1",
    "parts": _mail("Content-Type: multipart/mixed; boundary=b", "--b\r\n\r\n" * 25_000),
    "parts in parts": (NESTED + "a\r\n" * 60_000).encode(),
    "tags without an end": _html(_filled("<a b=c ")),
    "ends of tags without an end": _html(_filled("</a ")),
    "comments without an end": _html(_filled("<!--x>")),
    "remarks without an end": _html(_filled("<?")),
    "declarations without an end": _html(_filled("<!")),
    "sections without an end": _html(_filled("<![CDATA[>")),
    "strings without an end": _html(_filled("<a b='>")),
    "conditions": _html(_filled("<![if x>")),
    "tags that stay open": _html("<b>" * 30_000 + "</p>" * 25_000),
    "lines below empty lines": _html("<br>" * 22_000 + "<hr>" * 22_000),
    "one line in many pieces": _html(_filled("x<b>")),
    "names of classes": _html(_filled(" x_", "<a class='", "'>")),
    "dashes": _mail("", _filled("--", "---a", "b")),
    "lines of dashes": _mail("", ("-" * 498 + "a\r\n") * 380),
    "lines that quote": _mail("", ("wrote " + "on " * 160 + ":\r\n") * 380),
    "lines that name somebody": _mail("", ("1:11 <" + "a@" * 240 + ":\r\n") * 380),
    "links": _mail("", _filled("(https://", "> ", ")\r\na\r\n> b")),
    "spaces": _mail("", _filled(" ", "a", "b")),
    "empty lines": _mail("", _filled("x\r\n\r\n")),
    "wishes": _mail("", _filled("vacation until \r\n")),
    "flowed lines": _mail("Content-Type: text/plain; format=flowed", _filled("a \r\n")),
    "files": _mail("Content-Transfer-Encoding: x-uuencode", _filled("begin 644 x\r\n")),
}
"""Read or refused, but in a moment."""

FRAGMENTS = (
    *("<", ">", "<a ", "b=c ", "='", '="', "<!--", "-->", "<![", "]>", "<?", "</", "<b>", "</b>"),
    *("<br>", "<hr>", "<blockquote>", "&", "&amp;", "(", ")", '"', "\\", ";", ",", "=", " "),
    *(
        "\r\n",
        "\r",
        "\n",
        "> ",
        "--",
        "~~~~~~",
        "on 1",
        " wrote:",
        "1:11 ",
        "<a@b>",
        "from: ",
        "sent ",
    ),
    *("https://", "A1", "say ", "\t", "\xa0", "_", "*", "[", "{"),
)
HEADS = (
    *("", "Content-Type: text/html", "Content-Type: text/plain; format=flowed; delsp=yes"),
    *("Content-Type: multipart/mixed; boundary=--", "Content-Transfer-Encoding: quoted-printable"),
    *("From: ", "Content-Type: text/plain; ", "Authentication-Results: mx.example.org; "),
)


def repeated(head: str, fragments: list[str]) -> bytes:
    """Fill an email with a pattern: below its head, or in it if the head has room for it."""
    pattern = "".join(fragments) or "x"
    text = pattern * (60_000 // len(pattern))
    raw = f"{head}{text}\r\n\r\nA1" if head.endswith(" ") else f"{head}\r\n\r\n{text}"
    return f"From: alice@example.org\r\n{raw}".encode()
