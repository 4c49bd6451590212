"""A worker as a process of its own, to be killed: sweeps the mailbox once at the given moment.

`python -m tests.games.worker MOMENT [before-mark]`; with `before-mark` it stops for ever between
the mail server's answer and the mark in the database.
"""

import sys
import time
from datetime import datetime

import django


def main() -> None:
    django.setup()
    from games.services import mailbox

    if "before-mark" in sys.argv:
        mailbox._mark = lambda *_, **__: time.sleep(600)
    mailbox.sweep(now=datetime.fromisoformat(sys.argv[1]))


if __name__ == "__main__":
    main()
