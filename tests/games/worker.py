"""Workers as processes of their own, to be killed.

`python -m tests.games.worker sweep MOMENT` sweeps the mailbox once, `send MOMENT` the same but
stops for ever between the mail server's answer and the mark, `play MOMENT` lets the clock play on.
"""

import sys
import time
from datetime import datetime, timedelta

import django


def main(task: str, moment: str) -> None:
    django.setup()
    from games.models import Game, Letter
    from games.services import mailbox, turns
    from tests.games.cast import clocks_of, forgiven

    now = datetime.fromisoformat(moment)
    match task:
        case "sweep":
            mailbox.sweep(now=now)
        case "send":
            mailbox._mark = lambda *_, **__: time.sleep(600)
            mailbox.sweep(now=now)
        case "play":
            while True:
                now += timedelta(days=1)
                # Nobody's time runs out before his letter left.
                Letter.objects.filter(status="queued").update(status="sent", sent_at=now)
                # Else bots would stand in for all of them, and then nobody would play.
                for game in Game.objects.filter(status="active"):
                    clocks_of(game, forgiven)
                turns.sweep_deadlines(now=now)


if __name__ == "__main__":
    main(*sys.argv[1:])
