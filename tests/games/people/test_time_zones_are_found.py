"""A time zone is guessed, chosen from a short list, or found by a word; with the time there."""

from zoneinfo import available_timezones

import pytest
from django import forms

from games import texts
from games.clocks.forms import zones as fields
from games.clocks.forms.zones import ZoneField
from games.people.rules import zones
from tests.games.cast import NOW

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _at_a_time(set_clock):
    set_clock(NOW)


class Form(forms.Form):
    zone = ZoneField(label="Time zone")


def form(zone: str | None, word: str = "") -> Form:
    sent = {"zone": zone, "zone_search": word}
    return Form({name: said for name, said in sent.items() if said is not None})


def values(shown: Form) -> list[str]:
    widget = shown["zone"].subwidgets[0].data["subwidgets"][0]
    return [option["value"] for _group, options, _at in widget["optgroups"] for option in options]


@pytest.mark.parametrize(
    ("tags", "zone"),
    [
        (["de-AT", "de"], "Europe/Vienna"),
        (["de"], "Europe/Berlin"),
        (["de-LI"], "Europe/Berlin"),
        (["en", "fr-CA"], "America/Toronto"),
        (["en-US"], "America/New_York"),
        (["en"], None),
        (["xx", "*", ""], None),
        ([], None),
    ],
)
def test_a_zone_is_guessed_from_the_languages_somebody_reads(tags: list[str], zone: str | None):
    assert zones.guess(tags) == zone


def test_every_zone_that_is_offered_or_guessed_exists():
    assert {*zones.COMMON, *zones._BY_LANGUAGE.values()} <= available_timezones()


@pytest.mark.parametrize(
    ("zone", "said"),
    [
        ("Europe/Berlin", "Europe/Berlin · UTC+1 · 13:00 now"),
        ("Asia/Kathmandu", "Asia/Kathmandu · UTC+5:45 · 17:45 now"),
        ("America/St_Johns", "America/St Johns · UTC−3:30 · 08:30 now"),
        ("UTC", "UTC · UTC · 12:00 now"),
        ("Pacific/Marquesas", "Pacific/Marquesas · UTC−9:30 · 02:30 now"),
    ],
)
def test_a_zone_is_shown_with_how_far_it_is_and_what_time_it_is_there(zone: str, said: str):
    assert texts.zone_text(zone, now=NOW) == said


def test_the_list_is_short_and_the_one_that_was_chosen_is_in_it():
    usual = values(Form())
    assert usual == [*zones.COMMON]
    assert values(Form(initial={"zone": "Asia/Kathmandu"})) == ["Asia/Kathmandu", *usual]
    assert values(form("Mars/Olympus")) == usual


@pytest.mark.parametrize(
    ("zone", "word", "found"),
    [
        ("Europe/Berlin", "", "Europe/Berlin"),
        ("Asia/Kathmandu", "", "Asia/Kathmandu"),
        ("Europe/Berlin", "kathmandu", "Asia/Kathmandu"),
        ("Europe/Berlin", " New  York ", "America/New_York"),
        ("Europe/Berlin", "asia/ho_chi", "Asia/Ho_Chi_Minh"),
        ("America/Santiago", "san", "America/Santiago"),
        ("Europe/Berlin", "utc", "UTC"),
        (None, "Kathmandu", "Asia/Kathmandu"),
    ],
)
def test_every_zone_is_reached_by_the_list_or_by_a_word(zone: str | None, word: str, found: str):
    said = form(zone, word)
    assert said.is_valid(), said.errors
    assert said.cleaned_data["zone"] == found


@pytest.mark.parametrize(
    ("zone", "word", "words"),
    [
        ("Europe/Berlin", "xyzzy", "No time zone is called so."),
        ("Mars/Olympus", "", "There is no such time zone."),
        ("../../etc/passwd", "", "There is no such time zone."),
        ("", "", "There is no such time zone."),
        ("Europe/Berlin", "san", "time zones fit. Choose one of them in the list."),
    ],
)
def test_what_finds_no_zone_or_several_is_told(zone: str, word: str, words: str):
    assert words in str(form(zone, word).errors)


def test_a_word_that_fits_several_lists_those_alone():
    shown = values(form("Europe/Berlin", "san"))
    assert shown == ["Europe/Berlin", *zones.search("san", fields._places())]
    assert "America/Santiago" in shown
    assert len(shown) < 20
