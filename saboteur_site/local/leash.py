"""Child processes that die with their parent, even when it is killed with -9."""

import ctypes
import os
import signal
import subprocess
import sys
from collections.abc import Callable

PR_SET_PDEATHSIG = 1


def die_with_parent(sig: signal.Signals) -> Callable[[], None] | None:
    """A `preexec_fn` by which the kernel sends `sig` when the parent dies; None on macOS.

    Only the death of the *thread* that forked counts, so children are started from the main thread.
    """
    if sys.platform != "linux":
        return None
    libc, parent = ctypes.CDLL(None), os.getpid()

    def tie() -> None:
        libc.prctl(PR_SET_PDEATHSIG, sig)
        if os.getppid() != parent:  # it died before the tie was made
            os._exit(1)

    return tie


class Watchdog:
    """The same by a helper process: it signals what it guards once our end of a pipe closes."""

    def __init__(self) -> None:
        self._process = subprocess.Popen(
            [sys.executable, "-m", __name__],
            stdin=subprocess.PIPE,
            text=True,
            start_new_session=True,
        )

    def guard(self, pid: int, sig: signal.Signals) -> None:
        """Signal this process after our death; tell again whenever it is replaced."""
        assert self._process.stdin
        print(pid, int(sig), file=self._process.stdin, flush=True)

    def dismiss(self) -> None:
        """Nothing is left to guard: end the helper without a signal to anybody."""
        self._process.terminate()
        self._process.wait()


def watch() -> None:
    """Read "pid signal" lines until the writer is gone, then signal those still there."""
    guarded = [line.split() for line in sys.stdin]
    for pid, sig in guarded:
        try:
            os.kill(int(pid), int(sig))
        except ProcessLookupError:
            continue


if __name__ == "__main__":
    watch()
