"""Settings that gunicorn reads where it starts: its logs hide links and addresses as ours do."""

import gc
import os

from gunicorn.arbiter import Arbiter

from saboteur_site.veil import Veiled

# Several workers share the memory of the code that their parent has loaded. A single one would
# only have it twice: what it uses, it copies.
preload_app = int(os.environ.get("WEB_CONCURRENCY", "1")) > 1


def when_ready(_: Arbiter) -> None:
    """Keep the garbage collector from touching, and so copying, the shared memory."""
    gc.freeze()


def on_starting(server: Arbiter) -> None:
    """Let no link and no address into the log of errors, nor into that of requests."""
    for log in (server.log.error_log, server.log.access_log):
        for handler in log.handlers:
            told = handler.formatter
            handler.setFormatter(Veiled(told._fmt, told.datefmt))
