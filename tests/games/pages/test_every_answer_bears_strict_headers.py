"""Whatever is answered, be it a failure: nothing foreign runs in it, and no address gets out."""

from collections.abc import Callable
from typing import Any

import pytest
from django.test import Client

from games import links
from games.links import JoinClaim
from games.models import Game
from games.services import accounts, instant
from saboteur_site.security import HEADERS
from tests.games.cast import asked, open_table, player, started
from tests.games.pages.table import browser, seat_url

pytestmark = pytest.mark.django_db

Answer = Callable[[], Any]


def get(path: str, who: str | None = None, **headers: str) -> Any:
    client = browser(player(who) if who else None)
    client.raise_request_exception = False
    return client.get(path, headers=headers)


def broken_table() -> Any:
    seat = asked(started())
    Game.objects.update(state={})
    return get(seat_url(seat))


def forged() -> Any:
    client = Client(enforce_csrf_checks=True)
    client.force_login(player("alice"))
    return client.post("/me/", {"name": "Mallory"})


def office() -> Any:
    client = Client()
    client.force_login(accounts.make_admin("root@example.org", now=instant.now()))
    return client.get("/admin/games/letter/")


ANSWERS: dict[str, tuple[int, Answer]] = {
    "a page": (200, lambda: get("/")),
    "a style": (200, lambda: get("/static/games/site.css")),
    "a style that was not changed": (
        304,
        lambda: get(
            "/static/games/site.css",
            if_modified_since=get("/static/games/site.css").headers["Last-Modified"],
        ),
    ),
    "no such style": (404, lambda: get("/static/games/none.css")),
    "no such page": (404, lambda: get("/nothing/")),
    "a way on without a slash": (302, lambda: get("/sign-in")),
    "a way on to the sign-in page": (302, lambda: get("/me/")),
    "a way on after a form": (303, lambda: browser().post("/language/", {"language": "de"})),
    "a form from elsewhere": (403, forged),
    "a page that takes forms alone": (405, lambda: browser().delete("/rules/")),
    "a host that is not ours": (400, lambda: get("/rules/", host="evil.example")),
    "a table that fails": (500, broken_table),
    "a table by letter": (200, lambda: get(seat_url(asked(started())))),
    "a link that opens nothing": (404, lambda: get("/t/nonsense/")),
    "a place by letter": (200, lambda: get(f"/j/{links.JOIN.sign(JoinClaim.of(open_table()))}/")),
    "a table's picture": (200, lambda: get("/pictures/saboteur.svg")),
    "the admin": (200, office),
    "the admin's door": (302, lambda: get("/admin/")),
    "a sign of life": (200, lambda: get("/healthz")),
    "figures for a stranger": (404, lambda: browser().get("/metrics", REMOTE_ADDR="203.0.113.9")),
}


def strict(answer: Any) -> bool:
    wanted = {**HEADERS, "Referrer-Policy": "strict-origin"}
    return wanted.items() <= dict(answer.headers).items()


@pytest.mark.parametrize("what", ANSWERS)
def test_every_answer_lets_nothing_foreign_run_and_no_address_out(what: str) -> None:
    status, answer = ANSWERS[what]
    got = answer()
    assert got.status_code == status
    assert strict(got), got.headers


def test_the_way_on_to_https_bears_them_too(settings) -> None:
    settings.SECURE_SSL_REDIRECT = True
    got = get("/rules/")
    assert (got.status_code, got.headers["Location"][:8]) == (301, "https://")
    assert strict(got), got.headers


def test_the_policy_lets_nothing_run_but_our_own_files() -> None:
    policy = HEADERS["Content-Security-Policy"]
    assert policy.startswith("default-src 'none'; ")
    for part in ("script-src 'self'", "style-src 'self'", "base-uri 'none'"):
        assert f"{part};" in policy
    assert "frame-ancestors 'none'" in policy
    assert "unsafe" not in policy
