"""What the games that leagues play can, as far as leagues ask."""

from games.errors import NoSuchLeague
from games.leagues.rules.terms import Can
from games.selectors import offered


def can(key: str) -> Can:
    """Describe a game by its key; raises NoSuchLeague if there is none."""
    if (found := can_if_offered(key)) is None:
        raise NoSuchLeague
    return found


def can_if_offered(key: str) -> Can | None:
    """The same, or nothing."""
    meta = offered().get(key)
    if meta is None:
        return None
    roles = {size: frozenset(names) for size, names in meta.roles.items()}
    return Can(min(meta.seats), max(meta.seats), meta.options, roles, meta.most)
