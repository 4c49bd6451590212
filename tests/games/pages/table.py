"""What the tests of pages share: browsers, addresses, forms, a sum over the database."""

import re
from html.parser import HTMLParser
from urllib.parse import urlencode

from django.contrib.sessions.models import Session
from django.db import connection
from django.test import Client
from django.urls import reverse

from engine.api import Pick
from games import links
from games.links import SeatClaim
from games.models import Game, Player, Seat


def browser(player: Player | None = None, *, language: str = "en") -> Client:
    """Open a browser, with somebody signed in or nobody."""
    client = Client(headers={"accept-language": language})
    if player is not None:
        client.force_login(player)
    return client


def seat_url(seat: Seat) -> str:
    """Find the address that a seat's letters carry."""
    return reverse("seat-by-letter", args=[links.SEAT.sign(SeatClaim.of(seat))])


def game_url(game: Game, name: str = "table-public") -> str:
    """Find one of a game's public addresses."""
    return reverse(name, args=[game.key])


def picked(*picks: Pick) -> str:
    """Write picks as a page's links do."""
    return "?" + urlencode([("pick", f"{kind}:{value}") for kind, value in picks])


class Forms(HTMLParser):
    """Collects the forms of a page: where they go and what they hold."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.forms: list[tuple[str, dict[str, str]]] = []
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        known = {name: value or "" for name, value in attrs}
        if tag == "form":
            self.forms.append((known.get("action", ""), {}))
        elif tag in ("input", "button") and self.forms and "name" in known:
            self.forms[-1][1][known["name"]] = known.get("value", "")


def form_to(page: str, action: str) -> dict[str, str]:
    """Read what the form that goes to an address holds."""
    return next(fields for to, fields in Forms(page).forms if to == action)


def text_of(page: str) -> str:
    """Strip a page to what is read."""
    return re.sub(r"\s+", " ", re.sub(r"<[^>]*>", " ", page))


VISITS = "games_trace"
"""That somebody was here on a day, by which browser: a form that is refused is a visit, too."""


class Rows:
    """Every row of every table but visits, as they are now."""

    def __init__(self) -> None:
        self.at, self.sums = _written_until(), checksum()

    def are_same(self) -> bool:
        """Tell whether nothing was added, changed or removed since."""
        at = _written_until()
        # To sum up takes longer than most pages do, and while nothing is written there is no need.
        if at != self.at and checksum() != self.sums:
            return False
        self.at = at
        return True


def _written_until() -> str:
    """How far the database's own log has come, which knows of everything that is written."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_current_wal_insert_lsn()::text")
        return str(cursor.fetchone()[0])


def checksum() -> dict[str, str]:
    """Sum up every row of every table but visits, sessions among them."""
    with connection.cursor() as cursor:
        tables = sorted(set(connection.introspection.table_names(cursor)) - {VISITS})
        # All in one statement: a hundred small ones take three times as long.
        sum_up = (
            f"SELECT coalesce(md5(string_agg(row, '' ORDER BY row)), '')"
            f" FROM (SELECT {name}::text AS row FROM {name}) AS rows"
            for name in map(connection.ops.quote_name, tables)
        )
        cursor.execute(f"SELECT ARRAY[({'), ('.join(sum_up)})]")
        sums = dict(zip(tables, cursor.fetchone()[0], strict=True))
    assert Session._meta.db_table in sums
    return sums
