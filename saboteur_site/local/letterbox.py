"""Local mode's mail: letters are laid into a folder as .eml files instead of being sent."""

import time
from collections.abc import Sequence
from pathlib import Path

from django.conf import settings
from django.core.mail import EmailMessage
from django.core.mail.backends.base import BaseEmailBackend


class EmailBackend(BaseEmailBackend):
    """Writes each letter to LOCAL_MAIL_DIR; names sort by time of sending."""

    def send_messages(self, email_messages: Sequence[EmailMessage]) -> int:
        folder = Path(settings.LOCAL_MAIL_DIR)
        folder.mkdir(mode=0o700, exist_ok=True)
        for letter in email_messages:
            unfinished = folder / f"{time.time_ns()}.new"
            unfinished.write_bytes(letter.message().as_bytes())
            unfinished.rename(unfinished.with_suffix(".eml"))  # a reader never meets half a letter
        return len(email_messages)
