"""The project's folder `.local/` and the locks by which commands keep out of each other's way."""

import fcntl
import hashlib
import json
import os
import secrets
import sys
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
LOCAL = ROOT / ".local"
LONGEST_SOCKET_FOLDER = 85  # a socket's whole path must stay below 104 (macOS) or 108 bytes


class Busy(Exception):
    """Another process holds the lock; `holder` is what it wrote about itself."""

    def __init__(self, holder: dict[str, str]) -> None:
        super().__init__(f"held by {holder}")
        self.holder = holder


def local() -> Path:
    """The folder, made when missing. Others may pass it: Postgres may run as another user."""
    LOCAL.mkdir(mode=0o711, exist_ok=True)
    return LOCAL


def identity() -> str:
    """A random name for this checkout: nobody can guess and squat what lies outside under it."""
    path = local() / "identity"
    with locked("identity"):
        if not path.exists():
            path.write_text(secrets.token_hex(8))
    return path.read_text()


def own_name(path: Path) -> str:
    """A name for `path` to use in a folder that everybody shares."""
    digest = hashlib.sha256(f"{identity()}{path.resolve()}".encode()).hexdigest()
    return f"saboteur-{digest[:16]}"


def for_sockets(path: Path) -> Path:
    """`path`, or a stand-in among temporary files where a socket's path would grow too long."""
    if len(bytes(path)) <= LONGEST_SOCKET_FOLDER:
        return path
    return Path(tempfile.gettempdir()) / own_name(path)


class Held:
    """A lock in our hands; children that inherit `descriptor` hold it until the last one ends."""

    def __init__(self, path: Path, descriptor: int) -> None:
        self._path = path
        self.descriptor = descriptor

    def tell(self, **about: str) -> None:
        """Replace what the next one reads in `Busy.holder`."""
        self._path.write_text(json.dumps({"pid": str(os.getpid()), **about}))


@contextmanager
def locked(name: str, *, on_wait: Callable[[dict[str, str]], None] | None = None) -> Iterator[Held]:
    """Hold the lock `name`, waiting for it; `on_wait` hears who has it and may raise instead.

    The kernel drops the lock with its process, so that a killed command never leaves it behind.
    """
    path = local() / f"{name}.lock"
    try:
        path.touch(mode=0o600)  # what is told may name a database's password
    except PermissionError:
        sys.exit(f"{LOCAL} belongs to another user (was it made with sudo?)")
    with path.open("a+") as file:
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            if on_wait:
                on_wait(_holder(path))
            fcntl.flock(file, fcntl.LOCK_EX)
        held = Held(path, file.fileno())
        held.tell()
        yield held


def refuse(holder: dict[str, str]) -> None:
    """For `on_wait`: raise `Busy`, unless the holder was killed and only its children remain."""
    try:
        os.kill(int(holder["pid"]), 0)
    except (KeyError, ProcessLookupError):
        return
    raise Busy(holder)


def _holder(path: Path) -> dict[str, str]:
    try:
        about: dict[str, str] = json.loads(path.read_text())
    except ValueError:  # caught between its truncation and its writing
        return {}
    return about
