"""What nobody needs any more is removed, and nothing else; the figures stand in the admin."""

from datetime import datetime
from typing import Any

import pytest
from django.db.models import QuerySet
from django.utils import timezone

from games.accounts.services import address
from games.cleaning import rules, services
from games.cleaning.models import Cleaned
from games.models import AddressChange, Game, Invitation, Letter, Session, SignIn, Spent
from games.services import accounts, games, invitations
from tests.games.cast import DAY, HOUR, NOW, again, open_table, player, started

pytestmark = pytest.mark.django_db

DONE = ["sent", "failed", "dropped"]


def ask(name: str, *, now: datetime = NOW) -> None:
    accounts.ask_code(f"{name}@example.org", next="", language="en", origin="x", now=now)


def invite(name: str, *, by: str = "alice") -> Invitation:
    table = open_table(by=by)
    return invitations.invite(table.key, f"{name}@example.org", by=player(by), now=NOW)


def kinds() -> list[str]:
    return sorted(Letter.objects.values_list("kind", flat=True))


@pytest.mark.parametrize("status", DONE)
def test_letters_go_after_ninety_days_and_those_to_strangers_after_thirty(status: str):
    player("bob")
    for name in ("bob", "zoe"):
        invite(name)
    Letter.objects.update(status=status)
    services.sweep(now=NOW + 29 * DAY)
    assert len(kinds()) == 2
    services.sweep(now=NOW + 31 * DAY)
    assert Letter.objects.get().email == "bob@example.org"
    services.sweep(now=NOW + 91 * DAY)
    assert kinds() == []


@pytest.mark.parametrize("status", ["queued", "inflight"])
def test_what_was_not_sent_yet_stays_however_old(status: str):
    invite("zoe")
    Letter.objects.update(status=status)
    services.sweep(now=NOW + 400 * DAY)
    assert kinds() == ["invitation"]


def test_the_last_letters_of_a_table_that_waits_stay():
    game = started()
    Letter.objects.update(status="sent")
    assert {letter.ply for letter in Letter.objects.all()} == {game.ply}
    services.sweep(now=NOW + 400 * DAY)
    assert kinds()
    Game.objects.filter(pk=again(game).pk).update(status="finished")
    services.sweep(now=NOW + 400 * DAY)
    assert kinds() == []


def test_a_strangers_address_goes_with_the_invitation_once_it_is_answered_or_the_table_begun():
    pending, withdrawn, known = invite("zoe"), invite("yan"), invite("bob")
    for one in (withdrawn, known):
        invitations.withdraw(one.pk, by=player("alice"), now=NOW)
    player("bob")
    services.sweep(now=NOW + 31 * DAY)
    assert set(Invitation.objects.all()) == {pending, known}


def test_sign_ins_sessions_limits_and_wishes_for_other_addresses_go_when_they_are_over():
    ask("zoe")
    address.ask(player("alice"), "zoe@example.net", now=NOW)
    for at, key in ((NOW + HOUR, "early"), (NOW + 90 * DAY, "late")):
        Session.objects.create(session_key=key, session_data="", expire_date=at)
    services.sweep(now=NOW + 2 * HOUR)
    assert [row.session_key for row in Session.objects.all()] == ["late"]
    assert (SignIn.objects.count(), AddressChange.objects.count()) == (1, 1)
    assert Spent.objects.exists()
    services.sweep(now=NOW + 40 * DAY)
    left = (SignIn, AddressChange, Spent)
    assert [rows.objects.count() for rows in left] == [0, 0, 0]


def test_it_goes_on_in_slices_and_tells_its_figures(monkeypatch):
    monkeypatch.setattr(rules, "AT_ONCE", 2)
    monkeypatch.setattr(rules, "SLICE", 0.0)
    for at in range(5):
        ask(f"zoe{at}")
    told = []
    for _ in range(4):
        services.sweep(now=NOW + 31 * DAY)
        row = Cleaned.objects.get(what="sign-ins")
        told.append((row.removed, row.in_all, row.more))
    assert told == [(2, 2, True), (2, 4, True), (1, 5, False), (0, 5, False)]


def test_one_sort_in_trouble_keeps_no_other(monkeypatch):
    ask("zoe")
    real = services._clean

    def clean(what: str, rows: QuerySet[Any], now: datetime) -> int:
        if what == "sessions":
            raise RuntimeError
        return real(what, rows, now)

    monkeypatch.setattr(services, "_clean", clean)
    services.sweep(now=NOW + 31 * DAY)
    assert not SignIn.objects.exists()


def test_the_figures_stand_in_the_admin(client):
    ask("zoe", now=timezone.now() - 60 * DAY)
    services.sweep(now=timezone.now())
    operator = accounts.make_admin("root@example.org", now=timezone.now())
    client.force_login(operator)
    page = client.get("/admin/games/cleaned/").content.decode()
    assert "sign-ins" in page


def test_a_table_that_was_called_off_goes_after_thirty_days():
    table, kept = open_table(by="alice"), open_table(by="bob")
    invitations.invite(table.key, "zoe@example.org", by=player("alice"), now=NOW)
    games.cancel(table.key, by=player("alice"), now=NOW)
    services.sweep(now=NOW + 29 * DAY)
    assert Game.objects.filter(pk=table.pk).exists()
    # Nor before its last letter has left.
    services.sweep(now=NOW + 31 * DAY)
    assert Game.objects.filter(pk=table.pk).exists()
    Letter.objects.update(status="sent")
    services.sweep(now=NOW + 31 * DAY)
    assert list(Game.objects.values_list("pk", flat=True)) == [kept.pk]
    assert not Invitation.objects.filter(game=table.pk).exists()
