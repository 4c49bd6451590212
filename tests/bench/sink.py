"""A mail server that takes everything and keeps nothing, as cheap as Python can be.

It stands in a process of its own, so that what is measured is who sends. Beside SMTP's words it
knows COUNT (how many letters it took) and WAIT (so many milliseconds before each further answer).
"""

import socket
import ssl
import sys
import time
from itertools import count
from pathlib import Path
from socketserver import BaseRequestHandler, ThreadingTCPServer

_END = b"\r\n.\r\n"
_BYTES = 1 << 16
_taken = count()
_seen = [0]


class Session(BaseRequestHandler):
    """One connection; who speaks waits for answers, so that a read is whole commands."""

    context: ssl.SSLContext
    pause = 0.0

    def handle(self) -> None:
        """Answer until the other side leaves."""
        self.request.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self._say("220 sink")
        while heard := self.request.recv(_BYTES):
            for command in heard.splitlines():
                if command.strip().upper() == b"QUIT":
                    self._say("221 bye")
                    return
                self._obey(command)

    def _obey(self, command: bytes) -> None:
        verb, _, rest = command.strip().partition(b" ")
        match verb.upper():
            case b"EHLO":
                self._say("250-sink\r\n250-STARTTLS\r\n250 8BITMIME")
            case b"STARTTLS":
                self._say("220 go on")
                self.request = self.context.wrap_socket(self.request, server_side=True)
            case b"DATA":
                self._say("354 go on")
                self._swallow()
                self._say("250 taken")
            case b"COUNT":
                self._say(f"250 {_seen[0]}")
            case b"WAIT":
                self.pause = int(rest) / 1_000
                self._say("250 as you wish")
            case _:
                self._say("250 ok")

    def _swallow(self) -> None:
        tail = b""
        while not tail.endswith(_END):
            tail = (tail + self.request.recv(_BYTES))[-len(_END) :]
        _seen[0] = next(_taken) + 1

    def _say(self, answer: str) -> None:
        if self.pause:
            time.sleep(self.pause)
        self.request.sendall(f"{answer}\r\n".encode())


class Sink(ThreadingTCPServer):
    """Listens on a free port of this machine."""

    daemon_threads = True
    request_queue_size = 64


def main(certificate: Path) -> None:
    """Say the port and serve until the end."""
    Session.context = ssl.create_default_context(ssl.Purpose.CLIENT_AUTH)
    Session.context.load_cert_chain(certificate)
    with Sink(("127.0.0.1", 0), Session) as sink:
        print(f"port {sink.server_address[1]}", flush=True)
        sink.serve_forever()


if __name__ == "__main__":
    main(Path(sys.argv[1]))
