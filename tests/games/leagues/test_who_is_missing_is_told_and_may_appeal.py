"""Absences lead up the ladder by the clocks' records; cards are told, appealed against, undone."""

import pytest

from games.errors import NotDirector, NotEntered, NotNow, Overtaken, PlaysThere, ReasonMissing
from games.leagues.selectors import reading
from games.leagues.services import absence, directing
from games.models import Absence, Appeal, Due, Game, Kept, LeagueTable, Letter, Line, Place, Season
from games.services import instant
from games.signals.services import households
from tests.games.cast import DAY, HOUR, player
from tests.games.leagues import cast
from tests.games.leagues.cast import NAMES
from tests.games.letters.test_every_letter_is_written import part, written
from tests.games.pages.table import browser

pytestmark = pytest.mark.django_db


def game_of(season: Season, name: str, number: int = 1) -> Game:
    """The game of somebody in a round."""
    place = Place.objects.select_related("table__game").get(
        entrant__season=season, entrant__player__name=name, table__round__number=number
    )
    assert place.table.game is not None
    return place.table.game


def turns(season: Season, name: str, *kept: bool, number: int = 1) -> None:
    """Write down which of somebody's turns were kept, as the clocks do, and sweep."""
    game = game_of(season, name, number)
    for reply in kept:
        now = cast.when(season) + HOUR
        Kept.objects.create(player=player(name), game=game, at=now, reply=60 if reply else None)
        cast.sweep(season, now=now)
    assert cast.sweep(season) == 0


def cards(season: Season, name: str) -> list[tuple[str, int | None]]:
    """What somebody did not do, and the card that each led to."""
    rows = Absence.objects.filter(entrant=cast.entrant(season, name)).order_by("at", "pk")
    return [(row.what, row.card) for row in rows]


def letter(what: str, name: str) -> str:
    """The newest letter that tells somebody something."""
    found = Letter.objects.filter(notice__what=what, email=f"{name}@example.org")
    return " ".join(part(written(found.latest("notice")), "plain").split())


def test_the_first_turn_in_silence_is_a_warning_and_three_in_a_row_a_yellow_card():
    season = cast.running()
    turns(season, "ada", True, False, True)
    assert cards(season, "ada") == []
    turns(season, "ben", False)
    assert cards(season, "ben") == [("silent", 1)]
    text = letter("step", "ben")
    assert "A warning in season 1" in text
    assert "In round 1 the first turn of your table passed without a move of yours." in text
    assert "/e/" in text
    # One step a round; who abandons his table is lifted to yellow all the same.
    turns(season, "ben", False, False)
    assert cards(season, "ben") == [("silent", 1), ("missed", None), ("abandoned", 2)]
    assert cast.entrant(season, "ben").card == 2
    assert "This is a yellow card" in letter("step", "ben")
    ben = cast.entrant(season, "ben")
    address = f"/leagues/{season.league.key}/1/1/{ben.pk}/"
    assert "a yellow card" in browser().get(address).content.decode()
    assert Line.objects.filter(act="league-absence").count() == 4
    # A turn that the operators excused is none.
    turns(season, "cem", True)
    late = Kept.objects.create(
        player=player("cem"), game=game_of(season, "cem"), at=cast.when(season), reply=None
    )
    Appeal.objects.create(
        turn=late, said="?", made_at=cast.NOW, answer="excused", answered_at=late.at
    )
    turns(season, "cem", False)
    assert cards(season, "cem") == []


def test_a_red_card_ends_a_season_and_an_appeal_that_nobody_decides_is_granted(monkeypatch):
    season = cast.running(NAMES[:6], rounds=3)
    monkeypatch.setattr(instant, "now", lambda: cast.when(season))
    turns(season, "fay", False, False, False)
    while season.divisions.get().rounds.get(number=2).status != "open":
        cast.step(season)
    turns(season, "fay", False, number=2)
    fay = cast.entrant(season, "fay")
    assert (fay.card, fay.status) == (3, "dropped")
    assert "This is a red card" in letter("step", "fay")
    red = Absence.objects.get(entrant=fay, card=3)
    with pytest.raises(NotEntered):
        absence.appeal(season.pk, player("ada"), red.pk, "Not mine", now=cast.when(season))
    with pytest.raises(ReasonMissing):
        absence.appeal(season.pk, player("fay"), red.pk, " ", now=cast.when(season))

    # By the page of the letter, without signing in.
    text = Letter.objects.filter(notice__what="step", email="fay@example.org").latest("notice")
    address = next(word for word in part(written(text), "plain").split() if "/e/" in word)
    here = "/e/" + address.partition("/e/")[2]
    page = browser().get(here).content.decode()
    assert f'name="card" value="{red.pk}"' in page
    browser().post(here, {"do": "appeal", "card": red.pk, "why": "100 % ill"})
    browser().post(here, {"do": "appeal", "card": red.pk, "why": "Again"})
    red.refresh_from_db()
    assert red.said == "100 % ill"
    assert "an appeal is being decided" in browser().get(here).content.decode()
    assert "“100 % ill”" in letter("appeal", "olga")
    due = Due.objects.get(season=season, what="appeal")
    assert due.at == red.appealed_at + 7 * DAY
    cast.sweep(season, now=max(due.at, cast.when(season)))
    fay = cast.entrant(season, "fay")
    assert (fay.card, fay.status) == (2, "active")
    assert "Nobody decided in time" in letter("appeal-over", "fay")
    with pytest.raises(Overtaken):
        absence.decide(red.pk, grant=True, by=player("olga"), reason="Late", now=cast.when(season))


def test_another_director_decides_and_a_card_that_stands_stays(monkeypatch):
    season = cast.running(NAMES[:3])
    monkeypatch.setattr(instant, "now", lambda: cast.when(season))
    directing.appoint(season.league_id, player("ada"), by=player("olga"), now=cast.when(season))
    turns(season, "ben", False)
    row, now = Absence.objects.get(), cast.when(season)
    absence.appeal(season.pk, player("ben"), row.pk, "I was there", now=now)
    with pytest.raises(NotDirector):
        absence.decide(row.pk, grant=True, by=player("cem"), reason="So", now=now)
    # She plays in that division, and so does somebody of his household.
    for by, whom in (("otto", "cem"), ("cem", "otto")):
        households.declare(player(by), player(whom).email or "", now=now)
    with pytest.raises(PlaysThere):
        absence.decide(row.pk, grant=True, by=player("otto"), reason="So", now=now)
    with pytest.raises(PlaysThere):
        absence.decide(row.pk, grant=True, by=player("ada"), reason="So", now=now)
    olga, address = browser(player("olga")), f"/leagues/{season.league.key}/asks/"
    shown = olga.get(address)
    assert [each.said for each in shown.context["appeals"]] == ["I was there"]
    olga.post(address, {"appeal": row.pk, "choice": "refuse", "reason": ""})
    assert Absence.objects.get().answer == ""
    olga.post(address, {"appeal": row.pk, "choice": "refuse", "reason": "The log says no"})
    assert cards(season, "ben") == [("silent", 1)]
    assert "The card stands." in letter("appeal-over", "ben")
    assert Line.objects.get(act="league-decide-appeal").reason == "The log says no"
    assert reading.entry(season.pk, player("ben"), now=now).steps[0].answer == "refused"
    turns(season, "cem", False)
    later = Absence.objects.get(entrant__player=player("cem"))
    with pytest.raises(NotNow):
        absence.appeal(season.pk, player("cem"), later.pk, "Late", now=now + 9 * DAY)


def test_no_season_is_final_while_an_appeal_is_open():
    season = cast.running(NAMES[:3], rounds=1, counting=1)
    turns(season, "ben", False)
    cast.until(season, "counting")
    row = Absence.objects.get()
    absence.appeal(season.pk, player("ben"), row.pk, "I was there", now=cast.when(season))
    row.refresh_from_db()
    cast.until(season, "final", play=cast.by_name)
    assert cast.when(season) >= row.appealed_at + 7 * DAY


def test_who_is_asked_and_does_not_move_for_ten_days_has_abandoned():
    season = cast.running(NAMES[:3], time={"clock": {"style": "fixed", "hours": 24 * 14}})
    table = LeagueTable.objects.select_related("game").get(status="running")
    asked = table.places.get(seat=table.game.to_act[0]).entrant.player.name
    opened = cast.when(season)
    while cast.when(season) < opened + 12 * DAY and not Absence.objects.exists():
        cast.step(season)
    assert cards(season, asked) == [("abandoned", 2)]
    assert opened + 10 * DAY <= Absence.objects.get().at <= opened + 11 * DAY
