"""Variables that settings need and nobody has set: generated once into `.local/settings.env`."""

import os
import secrets
from pathlib import Path

from saboteur_site.local import folder


def complete(*, local_mode: bool, base_url: str = "http://localhost:8000") -> None:
    """Fill in what is missing; whatever the environment says already stays."""
    defaults = {
        "LOCAL_MODE": str(int(local_mode)),
        "BASE_URL": base_url,
        "DJANGO_SETTINGS_MODULE": "saboteur_site.settings",
        **_kept(),
    }
    os.environ.update({**defaults, **os.environ})


def says_yes(name: str, otherwise: bool = False) -> bool:  # noqa: FBT001, FBT002
    """Read a switch without loading Django; settings refuse what is neither yes nor no."""
    value = os.environ.get(name, "").strip().lower()
    return value in ("1", "true", "yes", "on") if value else otherwise


def _kept() -> dict[str, str]:
    path = folder.local() / "settings.env"
    with folder.locked("settings"):
        if not path.exists():
            _write(path, {"SECRET_KEY": secrets.token_urlsafe(50)})
    lines = (line.partition("=") for line in path.read_text().splitlines() if "=" in line)
    return {name.strip(): _unquoted(value.strip()) for name, _, value in lines}


def _unquoted(value: str) -> str:
    """Drop the quotes that a shell would drop, so that one file serves both."""
    quoted = len(value) > 1 and value[0] == value[-1] and value[0] in "\"'"
    return value[1:-1] if quoted else value


def _write(path: Path, values: dict[str, str]) -> None:
    """In one step, and readable by its owner only."""
    unfinished = path.with_suffix(".new")
    unfinished.touch(mode=0o600)
    unfinished.write_text("".join(f"{name}={value}\n" for name, value in values.items()))
    unfinished.rename(path)
