"""A mail server that takes everything and keeps nothing, as cheap as Python can be.

It is a process of its own, so that only the sender is measured.
"""

import socket
from socketserver import BaseRequestHandler, ThreadingTCPServer

_END = b"\r\n.\r\n"
_BYTES = 1 << 16


class Session(BaseRequestHandler):
    """One connection. The client waits for each answer, so that a read is whole commands."""

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
        match command.strip().split(b" ")[0].upper():
            case b"EHLO":
                self._say("250-sink\r\n250 8BITMIME")
            case b"DATA":
                self._say("354 go on")
                self._swallow()
                self._say("250 taken")
            case _:
                self._say("250 ok")

    def _swallow(self) -> None:
        tail = b""
        while not tail.endswith(_END):
            tail = (tail + self.request.recv(_BYTES))[-len(_END) :]

    def _say(self, answer: str) -> None:
        self.request.sendall(f"{answer}\r\n".encode())


class Sink(ThreadingTCPServer):
    """Listens on a free port of this machine."""

    daemon_threads = True
    request_queue_size = 64


def main() -> None:
    """Print the port and serve until the end."""
    with Sink(("127.0.0.1", 0), Session) as sink:
        print(f"port {sink.server_address[1]}", flush=True)
        sink.serve_forever()


if __name__ == "__main__":
    main()
