"""Workers as processes of their own, to be killed.

`python -m tests.games.worker sweep MOMENT` sweeps the mailbox once, `send MOMENT` the same but
stops for ever between the mail server's answer and the mark; `clean MOMENT` cleans up once;
`channels MOMENT` sends by channels once; `bounce MOMENT` hears that letters came back;
`log MOMENT` adds a line to the log and never commits.
Others are killed in tests/faults.
"""

import sys
import time
from datetime import datetime

import django


def main(task: str, moment: str) -> None:
    django.setup()
    from games import links
    from games.channels.services import sending
    from games.cleaning import services as cleaning
    from games.delivery.rules.news import News
    from games.delivery.services import hearing
    from games.log.rules import Cause
    from games.log.services import because, write
    from games.models import Letter
    from games.services import mailbox, marking

    now = datetime.fromisoformat(moment)
    match task:
        case "sweep":
            mailbox.sweep(now=now)
        case "send":
            marking.Marks.note = lambda *_: time.sleep(600)  # type: ignore[method-assign]
            mailbox.sweep(now=now)
        case "channels":
            sending.sweep(now=now)
        case "bounce":
            for letter in Letter.objects.filter(status="sent"):
                whom = links.whom(letter.seat.player.email)
                hearing.hear(letter.pk, whom, News.DEAD, at=now, now=now)
        case "clean":
            cleaning.sweep(now=now)
        case "log":
            with because(Cause.ACT):
                write("pause", now=now)
                time.sleep(600)


if __name__ == "__main__":
    main(*sys.argv[1:])
