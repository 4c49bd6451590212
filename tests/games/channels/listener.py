"""A real HTTPS server on loopback, which answers whatever a test wants it to."""

import json
import socket
import ssl
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

CERTIFICATE = Path(__file__).parents[1] / "localhost.pem"

Answering = Callable[[ssl.SSLSocket], None]


def status(code: int, *headers: str) -> Answering:
    """Answer with a status and nothing else."""
    head = "\r\n".join((f"HTTP/1.1 {code} What It Means", *headers, "Content-Length: 0", "", ""))
    return lambda line: line.sendall(head.encode())


def silent(line: ssl.SSLSocket) -> None:
    """Say nothing for as long as anybody waits."""
    _until_it_is_closed(line)


def dripping(line: ssl.SSLSocket) -> None:
    """Begin an answer, and go on a sign at a time for ever."""
    line.sendall(b"HTTP/1.1 200 OK\r\nX-Long: ")
    while True:
        line.sendall(b"x")
        time.sleep(0.05)


def flooding(line: ssl.SSLSocket) -> None:
    """Send a head that never ends as fast as the line allows."""
    line.sendall(b"HTTP/1.1 200 OK\r\nX-Long: ")
    while True:
        line.sendall(b"x" * 65536)


def endless_body(line: ssl.SSLSocket) -> None:
    """Answer well, with a body that never ends."""
    line.sendall(b"HTTP/1.1 204 Fine\r\nContent-Type: text/plain\r\n\r\n")
    while True:
        line.sendall(b"x" * 65536)


def _until_it_is_closed(line: ssl.SSLSocket) -> None:
    while line.recv(4096):
        pass


@dataclass(frozen=True)
class Heard:
    """What somebody asked for."""

    method: str
    target: str
    headers: dict[str, str]
    body: bytes

    @property
    def said(self) -> Any:
        return json.loads(self.body)


@dataclass
class Listener:
    """The server: what it heard, and how it answers."""

    port: int = 0
    answer: Answering = field(default_factory=lambda: status(204))
    answers: dict[str, Answering] = field(default_factory=dict)
    """Where it answers otherwise, by what is asked for."""
    heard: list[Heard] = field(default_factory=list)
    lines: int = 0
    """How often somebody opened a line, whether or not he said anything."""

    def url(self, path: str = "/hook/secret-place", host: str = "localhost") -> str:
        return f"https://{host}:{self.port}{path}"

    def serve(self, bare: socket.socket, context: ssl.SSLContext) -> None:
        self.lines += 1
        # Who is cut off is cut off: that is what some tests are about.
        with suppress(OSError), context.wrap_socket(bare, server_side=True) as line:
            heard = _heard(line)
            self.heard.append(heard)
            self.answers.get(heard.target, self.answer)(line)


def _heard(line: ssl.SSLSocket) -> Heard:
    told = b""
    while b"\r\n\r\n" not in told:
        told += line.recv(4096)
    head, _, body = told.partition(b"\r\n\r\n")
    first, *rest = head.decode().split("\r\n")
    headers = {name.lower(): value for name, value in (each.split(": ", 1) for each in rest)}
    while len(body) < int(headers["content-length"]):
        body += line.recv(4096)
    method, target, _ = first.split(" ")
    return Heard(method, target, headers, body)


@contextmanager
def listening() -> Iterator[Listener]:
    """Listen at a free port of loopback."""
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(CERTIFICATE)
    with socket.create_server(("127.0.0.1", 0)) as door:
        listener = Listener(port=door.getsockname()[1])
        ends = threading.Event()

        def accept() -> None:
            while not ends.is_set():
                with suppress(OSError):
                    bare, _ = door.accept()
                    threading.Thread(
                        target=listener.serve, args=(bare, context), daemon=True
                    ).start()

        thread = threading.Thread(target=accept, daemon=True)
        thread.start()
        yield listener
        ends.set()
        with suppress(OSError), socket.create_connection(("127.0.0.1", listener.port)):
            pass
        thread.join(5)
