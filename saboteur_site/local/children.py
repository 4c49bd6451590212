"""One long-running child process: started, awaited, stopped. Restarting is the supervisor's."""

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Mapping, Sequence
from contextlib import nullcontext, suppress
from dataclasses import dataclass, field
from pathlib import Path

from saboteur_site.local import leash


class StartFailed(Exception):
    """A child ended or stayed silent instead of becoming ready."""


@dataclass(frozen=True)
class Account:
    """The user a child runs as, where it refuses to run as root."""

    uid: int
    gid: int


@dataclass
class Child:
    """A command that runs as long as we do, or shorter; its output goes to `log`, or to ours."""

    name: str
    argv: Sequence[str | Path]
    log: Path | None
    is_ready: Callable[["Child"], bool] = lambda child: True
    environ: Mapping[str, str] = field(default_factory=dict)
    cwd: Path = Path("/")
    account: Account | None = None
    inherits: tuple[int, ...] = ()
    stop_signal: signal.Signals = signal.SIGTERM
    watchdog: leash.Watchdog | None = None
    process: subprocess.Popen[bytes] | None = None

    @property
    def pid(self) -> int:
        """The process that runs now or ran last."""
        assert self.process, f"{self.name} was never started"
        return self.process.pid

    def start(self) -> None:
        """Start the command in a session of its own: a Ctrl-C in the terminal reaches only us."""
        owner = self.account
        with self.log.open("ab") if self.log else nullcontext() as log:
            self.process = subprocess.Popen(
                self.argv,
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=subprocess.STDOUT if log else None,
                cwd=self.cwd,
                env={**os.environ, **self.environ},
                user=owner.uid if owner else None,
                group=owner.gid if owner else None,
                extra_groups=[] if owner else None,
                pass_fds=self.inherits,
                start_new_session=True,
                preexec_fn=leash.die_with_parent(self.stop_signal),  # noqa: PLW1509
            )
        if sys.platform != "linux":
            self.watchdog = self.watchdog or leash.Watchdog()
            self.watchdog.guard(self.pid, self.stop_signal)

    def runs(self) -> bool:
        """Whether the process is alive."""
        return self.process is not None and self.process.poll() is None

    def await_ready(self, *, seconds: float = 60) -> None:
        """Return once the child serves; raises StartFailed with the end of its log."""
        until = time.monotonic() + seconds
        while not self.is_ready(self):
            if not self.runs() or time.monotonic() > until:
                raise StartFailed(
                    f"{self.name} did not start. {self.log} ends with:\n{self._tail()}"
                )
            time.sleep(0.02)

    def run(self) -> None:
        """Let the command run to its end; raises StartFailed with the end of its log."""
        try:
            self.start()
            if self.process and self.process.wait():
                raise StartFailed(f"{self.name} failed. {self.log} ends with:\n{self._tail()}")
        finally:
            self.stop()

    def stop(self, *, patience: float = 10) -> None:
        """Ask it to end, wait, and kill what is left of its session."""
        if self.process is None:
            return
        if self.runs():
            self.process.send_signal(self.stop_signal)
            with suppress(subprocess.TimeoutExpired):  # then it is killed with its session
                self.process.wait(patience)
        self.sweep()
        if self.watchdog:
            self.watchdog.dismiss()
            self.watchdog = None

    def sweep(self) -> None:
        """Kill what a dead or stubborn child leaves of its session, and reap it."""
        try:
            os.killpg(self.pid, signal.SIGKILL)
        except (ProcessLookupError, PermissionError):
            return  # nobody left; macOS reports a zombie as forbidden
        finally:
            assert self.process
            self.process.wait()

    def _tail(self) -> str:
        if self.log is None:
            return ""
        return "\n".join(self.log.read_text(errors="replace").splitlines()[-12:])
