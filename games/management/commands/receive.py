"""`receive`: take in what players write back, by SMTP or LMTP."""

import asyncio
from contextlib import suppress
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError

from games.replies import receiver


class Command(BaseCommand):
    """Listen until interrupted."""

    help = "Takes in answers to letters at REPLY_HOST and REPLY_PORT; docs/replies.md tells more."

    def handle(self, *_args: Any, **_options: Any) -> None:
        """Listen where the settings say."""
        if not settings.REPLY_DOMAIN:
            raise CommandError("REPLY_DOMAIN is not set: letters name no address to answer at")
        host, port = settings.REPLY_HOST, settings.REPLY_PORT
        with suppress(KeyboardInterrupt):
            asyncio.run(receiver.serve(host, port))
