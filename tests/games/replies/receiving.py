"""The receiver, running beside a test."""

import asyncio
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from queue import Queue
from threading import Thread

from django.db import connection

from games.replies import receiver
from tests.arranging import is_committed


@contextmanager
def receiving() -> Iterator[int]:
    """Run the receiver on a port of its own."""
    assert is_committed(connection), "the receiver sees only what is committed"
    started: Queue[tuple[asyncio.AbstractEventLoop, asyncio.Task[None], int]] = Queue()

    async def run() -> None:
        task = asyncio.current_task()
        assert task is not None
        loop = asyncio.get_running_loop()
        with suppress(asyncio.CancelledError):
            await receiver.serve("127.0.0.1", 0, ready=lambda port: started.put((loop, task, port)))

    thread = Thread(target=asyncio.run, args=(run(),))
    thread.start()
    loop, task, port = started.get(timeout=30)
    try:
        yield port
    finally:
        loop.call_soon_threadsafe(task.cancel)
        thread.join(30)
