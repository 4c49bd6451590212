"""What lies in a case goes 180 days after it is closed; the verdict, and a digest, stay."""

from typing import Any

import pytest
from django.db import connection

from games import links
from games.accounts.services import leaving
from games.cases.services import objecting
from games.cleaning import services
from games.cleaning.models import Cleaned
from games.models import Act, Case, Objection, Sanction, SignIn
from tests.games.cases.cast import SAID, VERDICT, claims, decided, page, reported
from tests.games.cast import DAY, NOW, player, started
from tests.games.moderation.cast import confirmed, log, previewed, staff
from tests.games.pages.table import browser, text_of

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def now(set_clock) -> None:
    set_clock(NOW)


def closed(**said: Any) -> Case:
    case = reported(started(), **said)
    typed = {"finding": "breach", "measure": "note"}
    assert decided(claims(staff("mia"), case), case, **typed).status_code == 303
    return case


def emptied(case: Case) -> bool:
    """Tell whether nothing of what was said or seen is left in any row of a case."""
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT jsonb_agg(to_jsonb(c))::text || jsonb_agg(to_jsonb(r))::text"
            " FROM games_case c JOIN games_report r ON r.case_id = c.id WHERE c.id = %s",
            [case.pk],
        )
        kept = cursor.fetchone()[0]
    return SAID not in kept and "says so every day" not in kept and "bob" not in kept


def test_it_is_emptied_after_180_days_and_the_verdict_stays():
    case = closed(enclose=True)
    services.sweep(now=NOW + 179 * DAY)
    assert not emptied(case)
    services.sweep(now=NOW + 181 * DAY)
    assert emptied(case)
    case.refresh_from_db()
    assert (case.finding, case.decided_by) == ("breach", player("mia"))
    assert Sanction.objects.get().case_number == case.pk
    [digest] = case.reports.values_list("digest", flat=True)
    assert len(digest) == 32
    assert Cleaned.objects.get(what="what lay in cases").in_all == 1
    written = log().count("clean")
    services.sweep(now=NOW + 182 * DAY)
    assert list(case.reports.values_list("digest", flat=True)) == [digest], "once"
    assert log().count("clean") == written
    shown = text_of(browser(staff("max")).get(page(case)).content.decode())
    assert "What lay in it was emptied on" in shown
    assert digest in shown
    assert "breach" in shown.lower()


def test_an_open_case_is_not_emptied_however_old_nor_while_an_appeal_waits():
    open_case, case = reported(started()), closed()
    reference = Act.objects.get(key="close-report").reference
    objecting.appeal(reference, "it was a joke", by=player("bob"), now=NOW + DAY)
    services.sweep(now=NOW + 400 * DAY)
    assert not emptied(open_case)
    assert not emptied(case)


def test_an_answered_appeal_counts_from_its_answer_and_goes_with_the_case(set_clock):
    case = closed()
    reference = Act.objects.get(key="close-report").reference
    objecting.appeal(reference, "it was a joke", by=player("bob"), now=NOW + DAY)
    set_clock(NOW + 100 * DAY)
    client = claims(staff("max"), reference)
    typed = {**VERDICT, "answer": "stands"}
    shown = previewed(client, "decide-appeal", reference, **typed)
    assert confirmed(client, "decide-appeal", reference, shown).status_code == 303
    services.sweep(now=NOW + 200 * DAY)
    assert not emptied(case)
    services.sweep(now=NOW + 281 * DAY)
    assert emptied(case)
    row = Objection.objects.get()
    assert (row.said, row.answer) == ("", "stands")


def test_what_was_joined_stays_as_long_as_the_case_it_was_decided_with():
    game = started()
    first, second = reported(game), reported(game, by="carol")
    joined = {"finding": "joined", "joined": first.reference}
    assert decided(claims(staff("mia"), second), second, **joined).status_code == 303
    services.sweep(now=NOW + 400 * DAY)
    assert not emptied(second)


def test_where_somebody_left_it_goes_as_soon_as_it_is_final():
    case = closed()
    bob, at = player("bob"), NOW + DAY
    code = SignIn.objects.get(pk=leaving.ask(bob, origin="x", now=at))
    leaving.leave(bob, code.pk, links.code_of(code), now=at)
    services.sweep(now=NOW + 13 * DAY)
    assert not emptied(case)
    services.sweep(now=NOW + 15 * DAY)
    assert emptied(case)
