"""Settings from the environment: each helper returns a value or says what is wrong with it."""

import os
from collections.abc import Iterable, Mapping
from ipaddress import ip_address
from typing import Any
from urllib.parse import parse_qsl, unquote, urlsplit

from django.core.exceptions import ImproperlyConfigured


def env_str(name: str, default: str | None = None) -> str:
    """The variable's text; without a default it must be set."""
    value = os.environ.get(name, default)
    if value is None:
        raise ImproperlyConfigured(f'{name} is not set; see "Settings" in README.md.')
    return value


def env_bool(name: str, default: bool = False) -> bool:  # noqa: FBT001, FBT002
    """Whether the variable says yes."""
    value = os.environ.get(name, "").strip().lower()
    if value in ("", "1", "true", "yes", "on", "0", "false", "no", "off"):
        return value in ("1", "true", "yes", "on") if value else default
    raise ImproperlyConfigured(f"{name} must be 1 or 0, not {value!r}.")


def env_int(name: str, default: int) -> int:
    """The variable's number."""
    value = os.environ.get(name, "")
    try:
        return int(value) if value else default
    except ValueError:
        raise ImproperlyConfigured(f"{name} must be a whole number, not {value!r}.") from None


def env_list(name: str) -> list[str]:
    """The parts between commas, none when the variable is not set."""
    return [part.strip() for part in os.environ.get(name, "").split(",") if part.strip()]


def env_prefixed(prefix: str) -> dict[str, str]:
    """Every variable that begins with the prefix, by the rest of its name."""
    return {
        name.removeprefix(prefix): value
        for name, value in os.environ.items()
        if name.startswith(prefix)
    }


def database(url: str) -> dict[str, Any]:
    """Django's settings for a Postgres URL; `?host=/folder` names a socket, the rest is libpq's.

    Raises ImproperlyConfigured for any other database: nothing else is tested, SQLite least of all.
    """
    parts = urlsplit(url)
    options = dict(parse_qsl(parts.query))
    if parts.scheme not in ("postgres", "postgresql") or len(parts.path) < 2:
        raise ImproperlyConfigured(
            "DATABASE_URL must look like postgresql://user:password@host/name"
        )
    return {
        "ENGINE": "django.db.backends.postgresql",
        "NAME": unquote(parts.path[1:]),
        "USER": unquote(parts.username or ""),
        "PASSWORD": unquote(parts.password or ""),
        "HOST": options.pop("host", "") or unquote(parts.hostname or ""),
        "PORT": str(parts.port or options.pop("port", "")),
        "CONN_MAX_AGE": 600,
        "CONN_HEALTH_CHECKS": True,
        "OPTIONS": {"server_side_binding": True, "prepare_threshold": 5, **options},
    }


def for_one_machine(hosts: Iterable[str], base_url: str, database: Mapping[str, Any]) -> None:
    """Pass if nobody else can reach a service of these settings.

    Raises ImproperlyConfigured: local mode shows every letter, codes and all, to whoever asks.
    """
    base = urlsplit(base_url)
    options = database["OPTIONS"]
    # libpq asks the environment for what it is not told, and a service file for anything at all.
    served = [
        options.get("hostaddr") or os.environ.get("PGHOSTADDR", ""),
        database["HOST"] or os.environ.get("PGHOST", ""),
    ]
    service = options.get("service") or os.environ.get("PGSERVICE", "")
    faults = [f"serves {host}" for host in hosts if not is_here(host)]
    faults += [f"is reached at {base_url}"] if base.scheme == "https" else []
    faults += [
        f"has its database at {at}" for at in ",".join(served).split(",") if at and not is_here(at)
    ]
    faults += [f"finds its database by service {service}"] if service else []
    if faults:
        raise ImproperlyConfigured(
            "LOCAL_MODE=1 shows every letter to everybody, so it is for one's own machine only, "
            f"but this service {' and '.join(faults)}. Set LOCAL_MODE=0, or let BASE_URL, "
            "ALLOWED_HOSTS and DATABASE_URL name this machine (http://localhost, 127.0.0.1)."
        )


def for_incoming(
    providers: Mapping[str, str], anymail: Mapping[str, str], *, returns: bool, domain: str
) -> None:
    """Pass if what comes in can be believed, and there is a domain that it comes to.

    Raises ImproperlyConfigured: a provider's calls say themselves whom they are from.
    """
    named = [name for name, provider in providers.items() if provider]
    if named and not anymail.get("WEBHOOK_SECRET"):
        raise ImproperlyConfigured(
            f"{named[0]} is set, so ANYMAIL_WEBHOOK_SECRET must be: the user:password that the "
            "provider calls with."
        )
    if returns and not domain:
        raise ImproperlyConfigured(
            "MAIL_RETURNS is set, so REPLY_DOMAIN must be: the domain whose mail comes to the "
            "receiver."
        )


def is_public(host: str) -> bool:
    """Whether a host may be reached from everywhere, as far as its name tells."""
    try:
        return ip_address(host.strip("[]")).is_global
    except ValueError:
        return "." in host and not f".{host}".endswith(_AT_HOME)


_AT_HOME = (".localhost", ".local", ".internal", ".lan", ".home.arpa", ".test")


def is_here(host: str) -> bool:
    """Whether a host is the machine itself, or a folder with a socket."""
    if host.startswith(("/", "@")) or f".{host}".endswith(".localhost"):
        return True
    try:
        return ip_address(host.strip("[]")).is_loopback
    except ValueError:
        return False


def broker(redis_url: str) -> str:
    """Celery's spelling of a Redis URL: it names unix sockets and their database differently."""
    parts = urlsplit(redis_url)
    if parts.scheme != "unix":
        return redis_url
    number = dict(parse_qsl(parts.query)).get("db", "0")
    return f"redis+socket://{parts.path}?virtual_host={number}"
