"""Logging without private data: a link from a letter opens a seat, so no log line may hold one."""

import logging
import re

from django.core.mail import mail_admins

# Signed links are long; no path of ours that is worth reading in a log has so long a part.
SECRET = re.compile(r"(?<=/)[\w:.~=-]{20,}")


class HideLinks(logging.Filter):
    """Writes `…` for every part of a path that could be a signed link."""

    def filter(self, record: logging.LogRecord) -> bool:
        record.msg, record.args = SECRET.sub("…", record.getMessage()), ()
        return True


class MailOperators(logging.Handler):
    """Mails errors to ADMINS: message and traceback, nothing of the request (unlike Django's)."""

    def emit(self, record: logging.LogRecord) -> None:
        subject = f"{record.name}: {record.getMessage()}".splitlines()[0][:200]
        mail_admins(subject, self.format(record), fail_silently=True)
