"""Scenario 35 of moderation: signals are evidence that starts nothing, and explain themselves."""

from datetime import timedelta

import pytest
from django.urls import reverse

from games.cases.models import Kind
from games.cases.selectors import subjects
from games.cleaning import services as cleaning
from games.models import Household, Kept, Line, Player, Signal, Trace
from games.signals.services import finding, households, traces
from tests.games.cases.cast import claims, decided, report, stalls
from tests.games.cases.cast import page as case_page
from tests.games.cast import DAY, HOUR, NOW, named, player, started
from tests.games.moderation.cast import done, log, previewed, staff
from tests.games.pages.table import browser, checksum, text_of

pytestmark = pytest.mark.django_db
PEOPLE = ("ada", "ben", "cem", "dua", "eli", "fay")


@pytest.fixture(autouse=True)
def now(set_clock) -> None:
    set_clock(NOW)


def came(*people: Player, days: int, device: str, origin: str = "192.0.2.7") -> None:
    """Let people come by one device and network on the same days."""
    for at in range(days):
        for person in people:
            kept = f"{device or person.name:a<22}."
            traces.note(person, kept, origin, day=(NOW - at * DAY).date())


def missed(game, *people: Player, on: tuple[int, ...], of: int = 40) -> None:
    """Let people miss on the same days, and answer on the others."""
    for person in people:
        for at in range(of):
            reply = None if at in on else 60
            Kept.objects.create(player=person, game=game, at=NOW - at * DAY, reply=reply)


def one_person() -> Signal:
    """Two accounts with one mailbox and one device, who sit at one table."""
    for address in ("ann.a@gmail.com", "anna+b@googlemail.com"):
        named(address)
    ann, anna = (
        Player.objects.get(email=at) for at in ("ann.a@gmail.com", "anna+b@googlemail.com")
    )
    game = started(("zoe", "bob", "carol"), by="zoe")
    game.places.filter(player=player("bob")).update(player=ann)
    game.places.filter(player=player("carol")).update(player=anna)
    came(ann, anna, days=3, device="d")
    finding.find(now=NOW)
    return Signal.objects.get()


def test_scenario_35_a_couple_and_a_club_raise_nothing():
    people = [player(name) for name in PEOPLE]
    game = started(PEOPLE, by="ada")
    households.declare(people[0], people[1].email, now=NOW)
    households.declare(people[1], people[0].email, now=NOW)
    # The couple shares device and network, and went on holiday together.
    came(*people[:2], days=9, device="d", origin="198.51.100.1")
    # The club has one network for its six, and all missed its evening.
    came(*people, days=9, device="")
    missed(game, *people, on=(2, 9, 16, 23))
    others = [player(name) for name in ("gus", "hal", "ida")]
    missed(game, *others * 6, on=())
    before = checksum()
    assert finding.find(now=NOW) == 0
    assert checksum() == before
    # Without a word of theirs the couple would be one person, as far as anybody could tell.
    Household.objects.all().delete()
    missed(game, *people[:2], on=(1, 3, 5, 7, 11))
    assert finding.find(now=NOW) == 1


def test_scenario_35_one_mailbox_and_one_device_are_one_signal_and_nothing_else():
    one_person()
    Signal.objects.all().delete()
    before = checksum()
    finding.find(now=NOW)
    finding.find(now=NOW + HOUR)
    after = checksum()
    assert {table for table in after if after[table] != before[table]} == {"games_signal"}
    signal = Signal.objects.get()
    assert sorted(signal.numbers) == ["M1", "M2"]
    page = browser(staff("mia")).get(reverse("signals"))
    said = text_of(page.content.decode())
    for line in (
        "lead to one mailbox",
        "used one device on the same 3 days of 90",
        "also possible: a household, a trip together",
    ):
        assert line in said
    assert "gmail.com" not in page.content.decode()


def test_german_moderators_read_it_in_german():
    one_person()
    Player.objects.filter(pk=staff("mia").pk).update(language="de")
    said = text_of(browser(player("mia")).get(reverse("signals")).content.decode())
    assert "führen in dasselbe Postfach" in said


def test_who_is_tied_to_one_of_them_sees_no_signal_and_no_line_of_it():
    signal = one_person()
    client = browser(staff("mia"))
    assert client.post(reverse("signals"), {"seen": signal.key}).status_code == 303
    assert Signal.objects.get().state == "seen"
    assert log() == ["see-signals"]
    households.declare(player("mia"), signal.one.email, now=NOW)
    households.declare(signal.one, "mia@example.org", now=NOW)
    assert client.get(reverse("signals")).context["signals"] == []
    assert client.post(reverse("signals"), {"seen": signal.key}).status_code == 404
    assert previewed(client, "dismiss-signal", signal.key).status_code == 403
    assert client.get(reverse("log-staff")).context["lines"] == []
    staff("zoe")
    assert browser(player("zoe")).get(reverse("signals")).context["signals"] == []
    for who in (None, signal.one, player("peter")):
        assert browser(who).get(reverse("signals")).status_code == 404


def test_a_dismissed_one_is_silent_for_half_a_year_unless_a_number_doubles():
    signal = one_person()
    mia = staff("mia")
    assert done(mia, "dismiss-signal", signal.key, why="rules").status_code == 303
    assert Line.objects.get().target_kind == "signal"
    assert previewed(browser(mia), "dismiss-signal", signal.key, why="rules").status_code == 409
    finding.find(now=NOW + DAY)
    assert browser(mia).get(reverse("signals")).context["signals"] == []
    came(signal.one, signal.other, days=6, device="d")
    finding.find(now=NOW + DAY)
    assert Signal.objects.get().state == "new"


def test_a_signal_lies_in_an_open_case_as_it_was_found_and_goes_with_it():
    signal = one_person()
    game = started(("dora", "eve", "finn"), by="dora")
    other = stalls(game, "dora", "eve")
    found = subjects.of_person(signal.one.key, by=player("dora"))
    case = report(found, "dora", kind=Kind.NAME)
    client = browser(staff("mia"))
    page = client.get(reverse("signals")).content.decode()
    assert f'name="case" value="{case.reference}"' in page
    assert other.reference not in page, "it is about neither of them"
    lies = {"signal": signal.key, "case": case.reference}
    for wrong in ({**lies, "case": other.reference}, {**lies, "case": "zzzzzzzzzz"}):
        assert client.post(reverse("signals"), wrong).status_code == 404
    assert browser(player("dora")).post(reverse("signals"), lies).status_code == 404
    assert client.post(reverse("signals"), lies)["Location"] == case_page(case)
    assert log() == ["see-signals"]
    assert Line.objects.get().arguments["case"] == case.reference
    assert client.get(reverse("signals")).context["signals"] == []
    assert "lead to one mailbox" in text_of(client.get(case_page(case)).content.decode())
    before = Signal.objects.get().numbers
    came(signal.one, signal.other, days=9, device="d")
    finding.find(now=NOW + DAY)
    assert Signal.objects.get().numbers == before, "evidence stays as it was laid"
    cleaning.sweep(now=NOW + 400 * DAY)
    assert Signal.objects.exists()
    decided(claims(staff("max"), case), case, finding="unprovable")
    cleaning.sweep(now=NOW + 181 * DAY)
    assert not Signal.objects.exists()


def test_all_of_it_is_forgotten_in_time():
    signal = one_person()
    cleaning.sweep(now=NOW + 90 * DAY)
    assert Trace.objects.filter(day=NOW.date()).exists()
    cleaning.sweep(now=NOW + 92 * DAY)
    assert not Trace.objects.exists()
    finding.find(now=NOW + 92 * DAY)
    cleaning.sweep(now=NOW + 180 * DAY)
    assert Signal.objects.filter(pk=signal.pk).exists()
    cleaning.sweep(now=NOW + 181 * DAY)
    assert not Signal.objects.exists()


def test_it_is_looked_for_once_a_day():
    one_person()
    Signal.objects.all().delete()
    assert finding.sweep(now=NOW) == 1
    assert finding.sweep(now=NOW + HOUR) == 0
    assert finding.sweep(now=NOW + timedelta(days=1)) == 1


def test_a_visit_leaves_one_trace_a_day_and_no_address():
    client = browser(player("ada"))
    client.get("/me/account/")
    assert not Trace.objects.exists()
    for _ in range(3):
        client.post("/me/household/", {"act": "end", "household": 1}, REMOTE_ADDR="192.0.2.7")
    (trace,) = Trace.objects.all()
    assert "192.0.2.7" not in (trace.device, trace.network)
    assert client.cookies["device"].value.partition(".")[0] != trace.device
    # Another account by the same browser is seen as that.
    client.force_login(player("ben"))
    client.post("/me/household/", {"act": "end", "household": 1}, REMOTE_ADDR="192.0.2.7")
    assert len(set(Trace.objects.values_list("device", "network"))) == 1
    assert Trace.objects.count() == 2
    browser().post("/log/")
    assert Trace.objects.count() == 2


def test_a_form_that_is_refused_leaves_no_trace(client, set_clock):
    set_clock(NOW)
    client.force_login(player("ada"))
    assert client.post("/me/household/", {"email": "no address"}).status_code == 400
    assert client.post("/g/zzzzzzzzzz/leave/", {}).status_code == 404
    assert not Trace.objects.exists()
    assert client.post("/me/household/", {"email": "ben@example.org"}).status_code == 303
    assert Trace.objects.count() == 1
