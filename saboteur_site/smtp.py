"""Mail over SMTP as Django sends it, without its waits: for keys, small packets and answers."""

import smtplib
import socket
import ssl
from functools import cache, lru_cache

from django.core.mail import EmailMessage
from django.core.mail.backends import smtp
from django.core.mail.message import sanitize_address

# Reading the machine's certificates takes longer than sending a letter; once a process is enough.
_context = cache(ssl.create_default_context)
_bare = lru_cache(maxsize=1_000)(sanitize_address)

_DONE, _GO_ON, _CLOSING = 250, 354, 421
_FORWARDED = 251


class EmailBackend(smtp.EmailBackend):
    """Sends through MAIL_HOST."""

    @property
    def ssl_context(self) -> ssl.SSLContext:
        return _context()

    def open(self) -> bool | None:
        is_new = super().open()
        if is_new and self.connection and self.connection.sock:
            # Else the end of a letter with pictures waits for the server to acknowledge its
            # beginning, and the server waits 40 ms for something to answer.
            self.connection.sock.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        return is_new

    def _send(self, email_message: EmailMessage) -> bool:
        """Send a letter of ours as the bytes that it is; anything else as Django does."""
        wire, line = getattr(email_message, "wire", None), self.connection
        if wire is None or line is None:
            as_django: bool = super()._send(email_message)  # type: ignore[misc]
            return as_django
        sender = getattr(email_message, "returns_to", "") or email_message.from_email
        sender, to = (_bare(who, "utf-8") for who in (sender, *email_message.to))
        line.ehlo_or_helo_if_needed()
        if line.has_extn("pipelining"):
            _in_two_goes(line, sender, to, wire())
        else:
            line.sendmail(sender, [to], wire())
        return True


def _in_two_goes(line: smtplib.SMTP, sender: str, to: str, letter: bytes) -> None:
    """Send a letter, twice to and fro and not four times: servers that say so allow it (RFC 2920).

    Raises what `sendmail` does.
    """
    size = f" SIZE={len(letter)}" if line.has_extn("size") else ""
    line.send(f"MAIL FROM:<{sender}>{size}\r\nRCPT TO:<{to}>\r\nDATA\r\n")
    from_, to_, data = (_answer(line, sender) for _ in range(3))
    refused: smtplib.SMTPException | None = None
    if from_[0] != _DONE:
        refused = smtplib.SMTPSenderRefused(*from_, sender)
    elif to_[0] not in (_DONE, _FORWARDED):
        refused = smtplib.SMTPRecipientsRefused({to: to_})
    elif data[0] != _GO_ON:
        refused = smtplib.SMTPDataError(*data)
    if refused is not None:
        if data[0] == _GO_ON:
            line.close()  # it waits for a letter to nobody
        raise refused
    if b"\n." in letter:
        letter = smtplib._quote_periods(letter)  # type: ignore[attr-defined]
    line.send(letter + b".\r\n")
    taken = line.getreply()
    if taken[0] != _DONE:
        raise smtplib.SMTPDataError(*taken)


def _answer(line: smtplib.SMTP, sender: str) -> tuple[int, bytes]:
    answer = line.getreply()
    if answer[0] == _CLOSING:
        line.close()
        raise smtplib.SMTPSenderRefused(*answer, sender)
    return answer
