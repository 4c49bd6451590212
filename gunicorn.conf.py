"""What gunicorn reads by itself where it is started here: its own logs are veiled as ours are."""

from gunicorn.arbiter import Arbiter

from saboteur_site.logs import Veiled


def on_starting(server: Arbiter) -> None:
    """Let no link and no address into the log of errors, nor into that of requests."""
    for log in (server.log.error_log, server.log.access_log):
        for handler in log.handlers:
            told = handler.formatter
            handler.setFormatter(Veiled(told._fmt, told.datefmt))
