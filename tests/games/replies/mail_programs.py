"""Mail programs that answer a letter: each quotes it in its own way."""

import quopri
from collections.abc import Callable, Sequence
from email.message import EmailMessage


def _part(letter: EmailMessage, kind: str) -> str:
    part = letter.get_body((kind,))
    assert part is not None
    return str(part.get_content())


def _quoted(letter: EmailMessage) -> str:
    return "\n".join(f"> {line}" for line in _part(letter, "plain").splitlines())


def _heads(letter: EmailMessage, own: str, *more: str) -> list[str]:
    return [
        f"From: Somebody <{own}>",
        f"To: {letter['Reply-To']}",
        f"Subject: Re: {letter['Subject']}",
        f"Message-ID: <{hash(letter['Message-ID'])}.{own}>",
        f"In-Reply-To: {letter['Message-ID']}",
        "MIME-Version: 1.0",
        *more,
    ]


def _mail(heads: Sequence[str], body: str) -> bytes:
    text = "\n".join((*heads, "", body)).replace("\r\n", "\n")
    return text.replace("\n", "\r\n").encode()


def gmail(letter: EmailMessage, own: str, typed: str) -> bytes:
    """Gmail in English: text and HTML, the letter quoted below."""
    by = f"On Thu, Nov 19, 2026 at 6:06 PM Saboteur <\n{letter['Reply-To']}> wrote:"
    html = (
        f'<div dir="ltr">{typed}</div><br><div class="gmail_quote gmail_quote_container">'
        f'<div dir="ltr" class="gmail_attr">{by}<br></div>'
        f'<blockquote class="gmail_quote">{_part(letter, "html")}</blockquote></div>'
    )
    body = (
        f'--b\nContent-Type: text/plain; charset="UTF-8"\n\n{typed}\n\n{by}\n\n{_quoted(letter)}\n'
        f'--b\nContent-Type: text/html; charset="UTF-8"\n\n{html}\n--b--'
    )
    heads = _heads(letter, own, 'Content-Type: multipart/alternative; boundary="b"')
    return _mail(heads, body)


def outlook(letter: EmailMessage, own: str, typed: str) -> bytes:
    """Outlook in German: HTML alone, the letter below its heads, in a code page of Windows."""
    html = (
        f'<html><body><div class="WordSection1"><p class="MsoNormal">{typed}<o:p></o:p></p>'
        '<p class="MsoNormal">Viele Grüße<o:p></o:p></p>'
        '<div style="border:none;border-top:solid #E1E1E1 1.0pt"><p class="MsoNormal">'
        f"<b>Von:</b> Saboteur &lt;{letter['Reply-To']}&gt;<br>"
        "<b>Gesendet:</b> Donnerstag, 19. November 2026 18:06<br>"
        f"<b>An:</b> {own}<br><b>Betreff:</b> {letter['Subject']}</p></div>"
        f"{_part(letter, 'html')}</div></body></html>"
    )
    heads = _heads(
        letter,
        own,
        'Content-Type: text/html; charset="windows-1252"',
        "Content-Transfer-Encoding: quoted-printable",
    )
    coded = quopri.encodestring(html.encode("windows-1252", "xmlcharrefreplace"))
    return _mail(heads, coded.decode("ascii"))


def apple(letter: EmailMessage, own: str, typed: str) -> bytes:
    """Apple's phone in German: text, its own line, the letter quoted below."""
    body = (
        f"{typed}\n\nVon meinem iPhone gesendet\n\n"
        f"> Am 19.11.2026 um 18:06 schrieb Saboteur <{letter['Reply-To']}>:\n> \n"
        f"{_quoted(letter)}\n"
    )
    return _mail(_heads(letter, own, "Content-Type: text/plain; charset=utf-8"), body)


PROGRAMS: Sequence[Callable[[EmailMessage, str, str], bytes]] = (gmail, outlook, apple)
