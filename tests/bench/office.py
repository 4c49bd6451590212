"""How long pages of the operators, sweeps and cleaning take over a database that has grown."""

from collections.abc import Callable, Iterator
from http import HTTPStatus
from time import perf_counter

from django.conf import settings
from django.contrib.admin.options import ModelAdmin
from django.db import connection
from django.test import Client
from django.test.client import RequestFactory
from django.urls import reverse

from games.admin import office
from games.cleaning import services as cleaning
from games.models import Cleaned, Player
from games.services import accounts, instant, mailbox, turns
from tests.bench import vast

QUICK = 0.5
"""Seconds that a page of the operators may take."""
_WORDS = "stranger77"
"""What is searched for: hardly anything has it, so that all is looked through."""


def figures(games: int) -> Iterator[str]:
    """Fill an empty database, then measure; a line for each figure."""
    began = perf_counter()
    player = vast.fill(games)
    yield f"{games:,} games were filled in within {perf_counter() - began:.0f} s"
    for table, rows, bytes_ in vast.sizes():
        yield f"  {table:<20} {rows:>12,} rows {bytes_ / 1e6:>10,.1f} MB"
    yield "pages of the operators, slowest first"
    slowest = sorted(_pages(), reverse=True)
    yield from (f"  {seconds * 1000:>8,.0f} ms  {path}" for seconds, path in slowest[:25])
    slow = sum(seconds > QUICK for seconds, _path in slowest)
    yield f"  {len(slowest)} pages, {slow} of them over {QUICK} s"
    yield "the rest"
    yield from (f"  {seconds * 1000:>8,.0f} ms  {what}" for what, seconds in _others(player))
    yield from _cleaning()


def _pages() -> Iterator[tuple[float, str]]:
    """Open every list of the admin: plain, by each filter, searched, by each date."""
    operator = accounts.make_admin("operator@example.org", now=instant.now())
    client = _client(operator)
    for admin in office._registry.values():
        path = reverse(f"admin:{admin.opts.app_label}_{admin.opts.model_name}_changelist")
        for query in ("", *_queries(admin, operator)):
            yield _seconds_of_page(client, path + query), path + query


def _queries(admin: ModelAdmin, by: Player) -> Iterator[str]:  # type: ignore[type-arg]
    request = RequestFactory().get("/")
    request.user = by
    shown = admin.get_changelist_instance(request)
    for spec in shown.filter_specs:
        yield from (str(choice["query_string"]) for choice in list(spec.choices(shown))[1:])
    if admin.search_fields:
        yield f"?q={_WORDS}"
    if admin.date_hierarchy:
        yield f"?{admin.date_hierarchy}__year={instant.now().year}"


def _client(player: Player) -> Client:
    client = Client(headers={"host": settings.ALLOWED_HOSTS[0]})
    client.force_login(player)
    return client


def _seconds_of_page(client: Client, path: str) -> float:
    def load() -> None:
        answer = client.get(path)
        if answer.status_code != HTTPStatus.OK:
            raise RuntimeError(f"{path}: {answer.status_code}")

    return _least(load)


def _least(work: Callable[[], object], times: int = 2) -> float:
    return min(_seconds(work) for _ in range(times))


def _seconds(work: Callable[[], object]) -> float:
    began = perf_counter()
    work()
    return perf_counter() - began


def _others(player: Player) -> Iterator[tuple[str, float]]:
    now = instant.now()
    yield "home", _seconds_of_page(_client(player), reverse("home"))
    yield "sweep of letters, nothing due", _least(lambda: mailbox.sweep(now=now))
    yield "sweep of deadlines, nothing due", _least(lambda: turns.sweep_deadlines(now=now))


def _cleaning() -> Iterator[str]:
    """Clean as the beat does, hour after hour, until nothing is left to do."""
    now, beats, longest, removed = instant.now(), 0, 0.0, 0
    began = perf_counter()
    while True:
        at = perf_counter()
        removed += cleaning.sweep(now=now)
        longest, beats = max(longest, perf_counter() - at), beats + 1
        if not Cleaned.objects.filter(more=True).exists():
            break
    spent = perf_counter() - began
    yield (
        f"cleaning: {removed:,} rows in {spent:.0f} s, {beats} beats, the longest {longest:.1f} s"
    )
    for row in Cleaned.objects.order_by("-in_all"):
        yield f"  {row.in_all:>10,}  {row.what}"
    yield f"  {_seconds(lambda: cleaning.sweep(now=now)) * 1000:,.0f} ms when nothing is left"
    with connection.cursor() as cursor:
        cursor.execute("VACUUM")
    for table, rows, bytes_ in vast.sizes()[:4]:
        yield f"  {table:<20} {rows:>12,} rows {bytes_ / 1e6:>10,.1f} MB afterwards"
