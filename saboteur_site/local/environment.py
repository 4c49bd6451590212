"""The project's own Python environment `.venv/`: made, filled, repaired. Standard library only."""

import hashlib
import json
import os
import shutil
import subprocess
import sys
import time
from collections.abc import Sequence
from pathlib import Path

from saboteur_site.local import folder
from saboteur_site.local.folder import ROOT

VENV = ROOT / ".venv"
PYTHON = VENV / "bin" / "python"
STAMP = VENV / "saboteur.json"
LOCKS = ROOT / "locks"
BOOT = ROOT / ".boot"
# No other interpreter than the one asked for, and no habits of the user's own pip. uv trusts whom
# the machine trusts, as pip does: it would refuse a mirror that pip then fetches from, slowly.
TOOLS = {
    "UV_PYTHON_DOWNLOADS": "never",
    "UV_SYSTEM_CERTS": "1",
    "PIP_REQUIRE_VIRTUALENV": "0",
    "PIP_USER": "0",
}
OLDEST, NEWEST = (3, 11), (3, 14)


def enter(*groups: str) -> None:
    """Return only inside an environment that holds `groups`; re-executes Python to get there.

    SABOTEUR_SETUP=off trusts the running Python instead (container images, packagers).
    """
    if os.environ.get("SABOTEUR_SETUP") == "off":
        return
    if not OLDEST <= sys.version_info[:2] <= NEWEST:
        sys.exit(f"Python 3.11 to 3.14 is needed; this is {sys.version.split()[0]}.")
    if not is_current(groups):
        with folder.locked("setup", on_wait=_say_waiting):
            if not is_current(groups):
                _set_up(groups)
    if Path(sys.prefix).resolve() != VENV.resolve():
        os.execv(PYTHON, [str(PYTHON), *sys.orig_argv[1:]])  # noqa: S606


def is_current(groups: Sequence[str]) -> bool:
    """Whether the environment holds exactly these lock files, for this Python."""
    stamp = _read_stamp()
    wanted = {"python": _python(), **{group: _digest(group) for group in groups}}
    return os.access(PYTHON, os.X_OK) and wanted.items() <= stamp.items()


def lock() -> int:
    """Solve the dependencies anew into the lock files: with hashes, without a registry's name."""
    uv = _uv()
    solve = [*uv, "pip", "compile", "--universal", "--python-version", "3.11", "--upgrade"]
    solve += ["--generate-hashes", "--no-emit-index-url", "--no-header", "--no-annotate", "-q"]
    for group, sources in {
        "run": ["pyproject.toml", "--group", "embedded"],
        "dev": ["--group", "dev", "-c", "locks/run.txt"],
        "bench": ["--group", "bench", "-c", "locks/run.txt"],
    }.items():
        _call(*solve, *sources, "-o", f"locks/{group}.txt")
    return 0


def _set_up(groups: Sequence[str]) -> None:
    started, stamp = time.monotonic(), _read_stamp()
    # Without a stamp the environment is missing or was cut off midway: nothing in it is trusted.
    fresh = stamp.get("python") != _python()
    everything = sorted(
        {*groups, *(stamp if not fresh else ())} & {p.stem for p in LOCKS.iterdir()}
    )
    STAMP.unlink(missing_ok=True)
    _say(f"environment: installing {', '.join(everything)} into {VENV.name}/ (once per lock)")
    try:
        _install_with_uv(everything, fresh=fresh)
    except (OSError, subprocess.CalledProcessError) as problem:
        _say(f"environment: uv did not manage ({problem}); trying pip")
        try:
            _install_with_pip(everything)
        except (OSError, subprocess.CalledProcessError) as worse:
            sys.exit(f"environment: pip did not manage either ({worse}); is there a network?")
    _make_importable()
    stamp = {"python": _python(), **{group: _digest(group) for group in everything}}
    STAMP.write_text(json.dumps(stamp))
    _say(f"environment: ready after {time.monotonic() - started:.1f} s")


def _install_with_uv(groups: Sequence[str], *, fresh: bool) -> None:
    uv = _uv()
    if fresh:
        _call(*uv, "venv", "-q", "--clear", "--no-project", "--python", _base_python(), str(VENV))
    sync = [*uv, "pip", "sync", "--python", str(PYTHON), "--require-hashes"]
    if not sys.stderr.isatty():  # where no progress can be drawn, uv would list every package
        sync.append("--quiet")
    _call(*sync, *_lock_files(groups))


def _install_with_pip(groups: Sequence[str]) -> None:
    # --without-pip, since Debian splits ensurepip off; the pip outside can fill the environment.
    _call(_base_python(), "-m", "venv", "--clear", "--without-pip", str(VENV))
    pip = [_base_python(), "-m", "pip", "--python", str(PYTHON), "install", "--require-hashes"]
    _call(*pip, *(part for path in _lock_files(groups) for part in ("-r", path)))


def _uv() -> list[str]:
    """How to call uv: from PATH, from an earlier run, or fetched by pip into a folder of ours.

    --target works where pip otherwise refuses (PEP 668), and without the venv module.
    """
    if found := shutil.which("uv"):
        return [found]
    uv = BOOT / "bin" / "uv"
    if not uv.exists():
        _say("environment: fetching the installer (uv)")
        pip = [_base_python(), "-m", "pip", "install", "-q", "--disable-pip-version-check"]
        pip += ["--root-user-action=ignore", "--upgrade", "--require-hashes"]
        _call(*pip, "--target", str(BOOT), "-r", str(LOCKS / "boot.txt"))
    return [str(uv)]


def _make_importable() -> None:
    """Let `pytest`, `celery` and `mypy` find the project from any folder, without installing it."""
    version = f"python{sys.version_info.major}.{sys.version_info.minor}"
    (VENV / "lib" / version / "site-packages" / "saboteur.pth").write_text(f"{ROOT}\n")


def _call(*command: str) -> None:
    subprocess.run(command, check=True, cwd=ROOT, env=os.environ | TOOLS, stdin=subprocess.DEVNULL)


def _base_python() -> str:
    return str(getattr(sys, "_base_executable", sys.executable))


def _python() -> str:
    return f"{sys.version_info.major}.{sys.version_info.minor}"


def _digest(group: str) -> str:
    return hashlib.sha256((LOCKS / f"{group}.txt").read_bytes()).hexdigest()


def _lock_files(groups: Sequence[str]) -> list[str]:
    return [str(LOCKS / f"{group}.txt") for group in groups]


def _read_stamp() -> dict[str, str]:
    try:
        stamp: dict[str, str] = json.loads(STAMP.read_text())
    except (OSError, ValueError):
        return {}
    return stamp


def _say_waiting(_: dict[str, str]) -> None:
    _say("environment: another command is setting it up, waiting")


def _say(text: str) -> None:
    print(text, file=sys.stderr, flush=True)
