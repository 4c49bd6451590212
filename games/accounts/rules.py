"""What of a visit is worth keeping, and what a passkey may be called."""

from games.people.rules.looks import is_seen

LONGEST = 40
MOST_PASSKEYS = 10

# The first that is found: many programs call themselves by their ancestors' names too.
_PROGRAMS = (
    ("Edg", "Edge"),
    ("OPR/", "Opera"),
    ("SamsungBrowser", "Samsung Internet"),
    ("Firefox", "Firefox"),
    ("FxiOS", "Firefox"),
    ("CriOS", "Chrome"),
    ("Chrome", "Chrome"),
    ("Safari", "Safari"),
)
_SYSTEMS = (
    ("iPhone", "iPhone"),
    ("iPad", "iPad"),
    ("Android", "Android"),
    ("Windows", "Windows"),
    ("CrOS", "ChromeOS"),
    ("Mac OS", "macOS"),
    ("Linux", "Linux"),
)


def device(user_agent: str) -> tuple[str, str]:
    """Name program and system roughly, as a browser tells them; empty what it does not."""
    return _first(_PROGRAMS, user_agent), _first(_SYSTEMS, user_agent)


def passkey_name(typed: str) -> str:
    """Return a name as it is kept, perhaps none: nobody but its owner reads it.

    Mended and never refused, since the key is on his device by now.
    """
    shown = "".join(letter if letter.isprintable() else " " for letter in typed)
    plain = " ".join(shown.split())[:LONGEST].strip()
    return plain if any(map(is_seen, plain)) else ""


def _first(known: tuple[tuple[str, str], ...], told: str) -> str:
    return next((name for mark, name in known if mark in told), "")
