"""Logging without private data: links from letters open seats, so no log line may hold one."""

import logging
import math
import time
from collections.abc import Iterator
from http import HTTPStatus

from django.core.mail import mail_admins
from kombu.exceptions import OperationalError as BrokerDown
from redis.exceptions import RedisError

from saboteur_site.veil import veil


class MailOperators(logging.Handler):
    """Mails errors to ADMINS: message and traceback, nothing of the request (unlike Django's)."""

    def emit(self, record: logging.LogRecord) -> None:
        subject = veil(f"{record.name}: {record.getMessage()}").splitlines()[0][:200]
        mail_admins(subject, self.format(record), fail_silently=True)


class Unavailable(logging.Filter):
    """Makes one warning line, without a traceback, of a page that the database kept from us.

    Django logs each answer from 500 on as an error. We answer 503 for nothing else.
    """

    def filter(self, record: logging.LogRecord) -> bool:
        """Let every line pass, shortened if its answer was 503."""
        if getattr(record, "status_code", None) == HTTPStatus.SERVICE_UNAVAILABLE:
            record.levelno, record.levelname = logging.WARNING, "WARNING"
            record.exc_info = record.exc_text = None
        return True


class BrokerGone(logging.Filter):
    """Makes one warning line a minute of a broker that is gone: all try again by themselves.

    Celery tells each attempt as an error, some with their traceback.
    """

    EVERY = 60.0

    def __init__(self) -> None:
        super().__init__()
        self._said = -math.inf

    def filter(self, record: logging.LogRecord) -> bool:
        """Let a line pass, or the first of many in plain words."""
        gone = next((each for each in _errors(record) if isinstance(each, _GONE)), None)
        if gone is None:
            return True
        if time.monotonic() - self._said < self.EVERY:
            return False
        self._said = time.monotonic()
        record.levelno, record.levelname = logging.WARNING, "WARNING"
        record.msg, record.args = "no broker, it is looked for: %s", (type(gone).__name__,)
        record.exc_info = record.exc_text = None
        return True


_GONE = (BrokerDown, RedisError, ConnectionError)


def _errors(record: logging.LogRecord) -> Iterator[BaseException]:
    """Find all errors that a line is about, with what they came from."""
    told = [*record.args] if isinstance(record.args, tuple) else []
    told += [record.exc_info[1]] if record.exc_info else []
    for each in told:
        while isinstance(each, BaseException):
            yield each
            each = each.__cause__ or each.__context__  # noqa: PLW2901
