"""`manage.py up`: the whole service on this machine, in the foreground, until Ctrl-C."""

import argparse
import http.client
import os
import signal
import socket
import sys
import time
from collections.abc import Sequence
from contextlib import ExitStack

from saboteur_site.local import folder, servers, surroundings
from saboteur_site.local.children import Child
from saboteur_site.local.report import say, step
from saboteur_site.local.supervisor import Supervisor
from saboteur_site.version import VERSION

TOLD = (servers.DATABASE, servers.BROKER, "BASE_URL")


def run(arguments: Sequence[str]) -> int:
    """Serve until interrupted; a second `up` only says where the first one is."""
    options = _parse(arguments)
    _end_in_order()
    try:
        with folder.locked("servers", on_wait=folder.refuse) as held:
            held.tell(command="up")
            _serve(options, held)
    except folder.Busy as other:
        say(_already_running(other.holder))
    except KeyboardInterrupt:
        say("stopped; the games are kept")
    return 0


def _end_in_order() -> None:
    """Let every way of being asked to end be a Ctrl-C."""
    signal.signal(signal.SIGTERM, signal.default_int_handler)
    # Set anew, since a shell's background jobs are born deaf to it.
    signal.signal(signal.SIGINT, signal.default_int_handler)
    if signal.getsignal(signal.SIGHUP) is not signal.SIG_IGN:  # that would be nohup's wish
        signal.signal(signal.SIGHUP, signal.default_int_handler)


def _parse(arguments: Sequence[str]) -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="manage.py up", description=__doc__)
    parser.add_argument("--port", type=int, default=8000, help="where the site is served (8000)")
    parser.add_argument(
        "--no-demo", action="store_true", help="start without demo table and league"
    )
    return parser.parse_args(arguments)


def _serve(options: argparse.Namespace, held: folder.Held) -> None:
    """Let the page answer first; then fill the demo, and only then let workers sweep."""
    local_mode = servers.DATABASE not in os.environ
    with ExitStack() as stack:
        kept = stack.enter_context(servers.kept(held, announce=step))
        port = free_port(options.port)
        surroundings.complete(local_mode=local_mode, base_url=f"http://localhost:{port}")
        _prepare()
        held.tell(command="up", **{name: os.environ[name] for name in TOLD})
        web, *others = _service(port, held)
        stack.callback(_stop, [web, *others])
        with step("web"):
            web.start()
            web.await_ready()
        _say_where_to_look()
        supervisor = Supervisor([*kept, web], now=time.monotonic())
        if surroundings.says_yes("LOCAL_MODE") and not options.no_demo:
            _fill(supervisor, held)
        for child in others:
            child.start()
            supervisor.add(child, now=time.monotonic())
        say(f"\n{' and '.join(child.name for child in others)} started")
        say("Ctrl-C stops everything; the games stay.")
        while True:
            _watch(supervisor)


def _watch(supervisor: Supervisor) -> None:
    supervisor.look(now=time.monotonic())
    time.sleep(0.25)


def _prepare() -> None:
    """Bring tables, translations and static files up to date, in processes that then end.

    This process never loads Django: all it does is watch.
    """
    with step("tables"):
        _manage("migrate", "--verbosity", "0").run()
    if not surroundings.says_yes("STATIC_FROM_SOURCES", surroundings.says_yes("LOCAL_MODE")):
        with step("static files"):
            _manage("collectstatic", "--no-input", "--verbosity", "0").run()


def _manage(command: str, *arguments: str) -> Child:
    return Child(
        command,
        [sys.executable, "manage.py", command, *arguments],
        folder.local() / f"{command}.log",
        cwd=folder.ROOT,
    )


def _fill(supervisor: Supervisor, held: folder.Held) -> None:
    """Fill the demo while the page answers.

    No worker sweeps yet: the demo league has a past, and all of it would be overdue at once.
    """
    say("\nThe demo league is being filled. Emails leave and bots move once that is done.")
    demo = _manage("demo", "--league")
    demo.log, demo.inherits = None, (held.descriptor,)
    try:
        demo.start()
        while demo.runs():
            _watch(supervisor)
    finally:
        demo.stop()
    if demo.process and demo.process.returncode:
        say("The demo is not complete. The next `up` goes on with it.")


def _service(port: int, held: folder.Held) -> list[Child]:
    """In the order in which they start; they stop in the opposite one."""
    commands = {
        "web": f"gunicorn saboteur_site.wsgi --bind 127.0.0.1:{port} --no-control-socket"
        " --worker-class gthread --threads 8",
        "worker": "celery --app saboteur_site.celery worker --pool threads --concurrency 4"
        " --beat-thread --loglevel INFO --without-gossip --without-mingle",
    }
    if os.environ.get("REPLY_DOMAIN"):
        commands["receiver"] = "django receive"
    children = [
        Child(
            name,
            [sys.executable, "-m", *command.split()],
            folder.local() / f"{name}.log",
            cwd=folder.ROOT,
        )
        for name, command in commands.items()
    ]
    children[0].is_ready = lambda _: _answers(port)
    # Whoever tries it on their own machine is served by one process, in half the memory.
    processes = "1" if surroundings.says_yes("LOCAL_MODE") else "2"
    children[0].environ = {"WEB_CONCURRENCY": os.environ.get("WEB_CONCURRENCY", processes)}
    for child in children:
        child.inherits = (held.descriptor,)
    return children


def _stop(children: Sequence[Child]) -> None:
    for child in reversed(children):
        with step(f"stopping {child.name}"):
            child.stop()


def free_port(wanted: int) -> int:
    """The wanted port of this machine, or the next free one above, said aloud."""
    for port in range(wanted, wanted + 100):
        with socket.socket() as probe:
            probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            try:
                probe.bind(("127.0.0.1", port))
            except OSError:
                continue
        if port != wanted:
            say(f"port {wanted} is taken; using {port}")
        return port
    sys.exit(f"no free port between {wanted} and {wanted + 99}")


def _answers(port: int) -> bool:
    client = http.client.HTTPConnection("127.0.0.1", port, timeout=5)
    try:
        client.request("GET", "/healthz")
        return client.getresponse().status < 500
    except OSError:
        return False
    finally:
        client.close()


def _already_running(holder: dict[str, str]) -> str:
    if holder.get("command") == "up":
        where = holder.get("BASE_URL", "a moment, it is starting")
        return f"It is running already (process {holder['pid']}): {where}"
    return f"`manage.py {holder.get('command')}` ({holder['pid']}) uses the database; end it first."


def _say_where_to_look() -> None:
    say(f"\nSaboteur by mail {VERSION}\n")
    say(f"Site         {os.environ['BASE_URL']}/")
    say(f"Admin        {os.environ['BASE_URL']}/admin/")
    say(f"Logs         {folder.LOCAL}/*.log")
