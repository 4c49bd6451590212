"""What somebody wrote himself: above, below and between what he quotes, without his signature.

What is quoted was sent by us and names every move: none of it may ever be read as a wish. So where
it is not sure how far a quotation goes, it goes to the end.
"""

import re
from collections.abc import Iterator, Sequence

MARK = "~~~~~~"
"""Begins the line of our letters above which an answer is written."""
WRAPPED = 4
"""Over so many lines mail programs break the line that says whom they quote."""
HEADS = 6
"""Among so many lines the heads of a quoted letter name two things at least."""
LONG = 60
"""Quoted lines of so many characters may have been broken by a mail program that marks lines."""
LONGEST_LINE = 500
"""Characters of a line that are looked at to tell whether it begins a quotation or a signature."""

_QUOTED = re.compile(r"\s{0,3}(?:[>|]|[A-Z]{1,3} ?>)")
"""Some programs put the initials of whom they quote before the mark."""
_BEGINS = re.compile(r"(?:^|\s|-{2,}\s?)(?:on|am|le|op|el|il|em|w dniu|den|på)\s", re.IGNORECASE)
_WROTE = re.compile(
    r"\b(?:wrote|writes|sent|schrieb|schreibt|geschrieben"
    r"|a écrit|schreef|geschreven|escribió|ha scritto|escreveu|napisał|skrev)\b",
    re.IGNORECASE,
)
_WROTE_ON = re.compile(r"^\S.{0,100}\bschrieb am\s", re.IGNORECASE)
_WROTE_ALONE = re.compile(rf"^\s*>\s*{_WROTE.pattern}\s*:$", re.IGNORECASE)
_CLOSES = (":", "---")
_DATED = re.compile(r"\d{1,4}[-./]\s?\d|\d{1,2}:\d\d|\b\d{4}\b")
_ADDRESS = re.compile(r"[\w.+=-]@[\w-]")
_BRACKETED = re.compile(r"[<\[]([^<>\[\]\s]*)[>\]]")
_LINK = re.compile(r"\s*[(<\[]?https?://", re.IGNORECASE)
_LINK_BROKEN = re.compile(r"[(<\[]https?://[^\s)>\]]*$", re.IGNORECASE)
_ZONED = re.compile(
    r"\d{1,4}[-./]\d{1,2}[-./]\d{1,4},? \d{1,2}[:.]\d\d(?:[:.]\d\d)?"
    r" \(?(?:(?:GMT|UTC)[+-]\d{1,2}(?::?\d\d)?|[+-]\d{4})\)?,? \S"
)
"""A date and time with their zone begin a line that says whom it quotes."""
_DASHED = re.compile(r"[\s*_]*+-{3,}+\s*+[^\W\d_]")
_RULED = re.compile(r"^\s*(?:_{5,}|-{10,}|={10,}|\*{10,})$")
_HEAD = re.compile(
    r"^[\s*]{0,8}(?:from|sent|date|to|cc|subject|reply-to"
    r"|von|gesendet(?: am)?|datum|an|betreff|antwort an"
    r"|de|envoyé|à|objet|fra|sendt|til|emne|från|skickat|till|ämne|van|verzonden|aan|onderwerp"
    r"|da|a|inviato|oggetto|message du|copie à|sujet"
    r"|data|do|temat|para|assunto|asunto|enviado|от|отправлено|кому|тема"
    r"|发件人|寄件人|寄件者|发送时间|發送時間|发送日期|傳送日期|日期|收件人|收件者|抄送|副本"
    r"|主题|主題|主旨)\*?\s?(?::\*?(?:\s|$)|：)",
    re.IGNORECASE,
)
_SIGNED = re.compile(
    r"^\s*(?:--|_{2,4}|-[^\W\d_][\w.]*(?: [^\W\d_][\w.]*){0,2}"
    r"|(?:sent|gesendet|envoyé|sendt|skickat|verzonden|enviado|inviato)"
    r" (?:from|via|with|using|mit|von|über|aus|à partir de|depuis|fra|från|vanaf|desde|do|da)"
    r"\s[^,]{1,160}"
    r"|von mein\w{0,2}\s[^,]{1,60} gesendet\.?"
    r"|(?:diese nachricht|diese mail|diese e-mail) wurde [^,]{1,120} (?:gesendet|verschickt)\.?"
    r"|(?:get|hol dir|holen sie sich) (?:outlook|bluemail|spark|yahoo mail)\b.{0,120})$",
    re.IGNORECASE,
)
_UNSEEN = str.maketrans({"\xa0": " ", **dict.fromkeys("\u200b\u200e\u200f\ufeff", "")})
_GAPS = re.compile(r"\n{3,}")


def written(text: str) -> str:
    """Return what stands in a mail's text beside its quotations and its signature."""
    lines = [line.rstrip() for line in text.translate(_UNSEEN).splitlines()]
    return _GAPS.sub("\n\n", "\n".join(_own(lines))).strip("\n")


def _own(lines: Sequence[str]) -> Iterator[str]:
    at, signed = 0, False
    while at < len(lines):
        line = lines[at]
        if _QUOTED.match(line):
            # Below a quotation he may go on, whatever a mail program put above it.
            signed = False
        elif _is_rest(lines, at):
            # Broken off the quoted line above it.
            pass
        elif _ends(lines, at):
            return
        elif quoter := _quoter(lines, at):
            before, at = quoter
            if before and not signed:
                yield before
            if at >= len(lines) or not _QUOTED.match(lines[at]):
                return
            continue
        elif _SIGNED.match(line[:LONGEST_LINE]):
            signed = True
        elif not signed:
            yield line
        at += 1


def _is_rest(lines: Sequence[str], at: int) -> bool:
    """Tell whether a line between quoted ones, without a gap, is one of them that lost its mark."""
    if not lines[at] or not 0 < at < len(lines) - 1 or not _QUOTED.match(lines[at + 1]):
        return False
    above = lines[at - 1]
    if not _QUOTED.match(above):
        return False
    return len(above) >= LONG or bool(
        _LINK.match(lines[at]) or _LINK_BROKEN.search(above[-LONGEST_LINE:])
    )


def _ends(lines: Sequence[str], at: int) -> bool:
    """Tell whether all from this line on is another's letter."""
    line = lines[at]
    if line.lstrip().startswith(MARK) or _is_dashed(line) or _RULED.match(line):
        return True
    return bool(_HEAD.match(line)) and sum(map(_is_head, lines[at : at + HEADS])) > 1


def _is_dashed(line: str) -> bool:
    """Tell whether words stand between dashes, as in "--- Original Message ---"."""
    return bool(_DASHED.match(line)) and line.rstrip("*_:").endswith("--")


def _is_head(line: str) -> bool:
    return bool(_HEAD.match(line))


def _quoter(lines: Sequence[str], at: int) -> tuple[str, int] | None:
    """Find who is quoted from here on: what was written before it, and where the quotation is."""
    joined, end = "", at
    for _ in range(WRAPPED):
        if end >= len(lines) or not lines[end]:
            return None
        joined = f"{joined} {lines[end].strip()}".strip()[:LONGEST_LINE]
        first = len(lines[at].strip())
        begins = _said(joined)
        if begins is not None and begins < first:
            return joined[:begins].rstrip(" -"), _next(lines, end + 1)
        behind = _next(lines, end + 1)
        if _names_sender(joined, lines[at]) or _says_who_wrote(lines[at : end + 1], joined):
            return "", behind
        if behind < len(lines) and _is_quoted(lines[behind]):
            short = end == at and joined.endswith(_CLOSES) and _WROTE.search(joined)
            if short or _names_somebody(joined, lines[at]):
                return "", behind
        # Some leave a gap before the address of whom they quote.
        end = behind if behind < len(lines) and lines[behind].lstrip()[0] in "<[" else end + 1
    return None


def _said(line: str) -> int | None:
    """Tell from where on a line says when and by whom something was written, if it does."""
    if not line.endswith(_CLOSES):
        return None
    wrote = max((found.start() for found in _WROTE.finditer(line)), default=-1)
    dated = max((at for at, sign in enumerate(line) if sign.isdigit()), default=-1)
    if wrote < 0:
        return None
    if _WROTE_ON.match(line):
        return 0
    last = min(wrote, dated)
    return next((found.start() for found in _BEGINS.finditer(line) if found.end() <= last), None)


def _is_quoted(line: str) -> bool:
    """Tell whether a line is marked as quoted; what closes an address above it is no mark."""
    return bool(_QUOTED.match(line)) and not _WROTE_ALONE.match(line)


def _names_sender(line: str, first: str) -> bool:
    """Tell whether a line names a date and an address in brackets, and goes on with his letter."""
    ends = line.endswith(":") or bool(_WROTE.search(line[-12:]))
    return ends and bool(_DATED.search(first)) and _names_address(line)


def _says_who_wrote(lines: Sequence[str], joined: str) -> bool:
    """Tell whether lines say when with a zone, or that an address wrote something, and no more."""
    if _ZONED.match(lines[0].strip()):
        return True
    # Below a line of the sender's own the address would begin no line.
    is_one = len(lines) == 1 or lines[-1].lstrip()[0] in "<["
    wrote = joined.endswith(":") and _WROTE.search(joined[-20:])
    return bool(is_one and wrote and _names_address(joined))


def _names_address(line: str) -> bool:
    return any(_ADDRESS.search(found[1]) for found in _BRACKETED.finditer(line))


def _names_somebody(line: str, first: str) -> bool:
    """Tell whether what stands right above a quotation says when, and by whom if need be."""
    dated = bool(_DATED.search(first))
    return dated and (line[-1] == ":" or (line[-1] in ">)" and bool(_ADDRESS.search(line))))


def _next(lines: Sequence[str], at: int) -> int:
    while at < len(lines) and not lines[at]:
        at += 1
    return at
