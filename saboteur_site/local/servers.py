"""Postgres and Valkey while a command needs them: a running `up`'s, our own, throw-away ones."""

import os
import shutil
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, ExitStack, contextmanager, nullcontext
from pathlib import Path

from saboteur_site.local import folder, postgres, valkey
from saboteur_site.local.children import Child
from saboteur_site.local.report import say

DATABASE, BROKER = "DATABASE_URL", "REDIS_URL"
MADE, TABLES = "SABOTEUR_TABLES_MADE", "tables"
"""What tells tests of a stopped server's folder; its database, in which all migrations have run."""
SERVERS = {DATABASE: postgres, BROKER: valkey}
Announce = Callable[[str], AbstractContextManager[None]]


def _silently(_: str) -> AbstractContextManager[None]:
    return nullcontext()


@contextmanager
def kept(held: folder.Held, *, announce: Announce = _silently) -> Iterator[list[Child]]:
    """Servers on the data of this checkout, for the holder of its lock.

    None for what the environment names; what it does not name, it does afterwards.
    """
    base = folder.local()
    missing = {name: server for name, server in SERVERS.items() if name not in os.environ}
    with ExitStack() as stack:
        children = []
        for name, server in missing.items():
            with announce(server.__name__.rpartition(".")[2]):
                child = server.child(base)
                child.inherits = (held.descriptor,)
                children.append(_started(stack, child))
            os.environ[name] = server.url(base)
        yield children


def urls(base: Path) -> dict[str, str]:
    """The variables by which the servers on a folder's data are reached."""
    return {name: server.url(base) for name, server in SERVERS.items()}


@contextmanager
def temporary_folder() -> Iterator[Path]:
    """A folder for servers whose data nobody will miss."""
    base = Path(tempfile.mkdtemp(prefix="saboteur-"))
    base.chmod(0o711)  # Postgres may run as another user
    try:
        yield base
    finally:
        shutil.rmtree(postgres.place(base))
        shutil.rmtree(base, ignore_errors=True)  # often the same place


def begin_with_tables(base: Path) -> bool:
    """Copy the tables of the stopped server that `MADE` names; tell whether there was one."""
    made = os.environ.get(MADE)
    if made:
        postgres.copy(Path(made), base)
    return bool(made)


@contextmanager
def temporary(base: Path, *, careless: bool = True) -> Iterator[tuple[Child, Child]]:
    """Postgres and Valkey in a temporary folder, whatever the environment names."""
    with ExitStack() as stack:
        database = _started(stack, postgres.child(base, careless=careless))
        yield database, _started(stack, valkey.child(base))


@contextmanager
def joined(command: str) -> Iterator[None]:
    """Let the environment name the servers of a running `up`, or our own while the block runs."""
    if DATABASE in os.environ and BROKER in os.environ:
        yield
    elif found := _told_by_a_running_up():
        os.environ.update({**found, **os.environ})
        yield
    else:
        with folder.locked("servers", on_wait=_say_waiting) as held:
            held.tell(command=command)
            with kept(held):
                yield


def _told_by_a_running_up() -> dict[str, str]:
    """The variables by which to reach it, none without one; waits while it is still starting."""
    while True:
        try:
            with folder.locked("servers", on_wait=folder.refuse):
                return {}
        except folder.Busy as other:
            if other.holder.get("command") != "up":
                return {}
            if DATABASE in other.holder:
                return {name: value for name, value in other.holder.items() if name.isupper()}
            time.sleep(0.2)


def _started(stack: ExitStack, child: Child) -> Child:
    stack.callback(child.stop)
    child.start()
    child.await_ready()
    return child


def _say_waiting(holder: dict[str, str]) -> None:
    say(f"waiting for `manage.py {holder.get('command')}` (process {holder.get('pid')}) to end")
