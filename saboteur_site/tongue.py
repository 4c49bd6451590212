"""The language that is spoken, kept where a thread finds it at once.

Django keeps it in asgiref's `Local`, which also follows a request through coroutines. Nothing here
is one, and each of the hundred and fifty times that a page asks costs twenty times as much there.
"""

from threading import local
from typing import Any

from django.utils.translation import trans_real


def keep_by_thread() -> None:
    """Let Django keep what is spoken by thread, as a request or a task is done by one thread."""
    keeper: Any = trans_real
    keeper._active = local()
