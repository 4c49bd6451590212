"""Mail over SMTP as Django sends it, without the two waits of its backend on encrypted lines."""

import socket
import ssl
from functools import cache

from django.core.mail.backends import smtp

# Reading the machine's certificates takes longer than sending a letter; once a process is enough.
_context = cache(ssl.create_default_context)


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
