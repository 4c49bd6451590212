"""Letters of leagues: each kind of notice has its words in every language, and one link."""

from datetime import timedelta

import pytest

from games.leagues.services import absence, asking, directing, entering
from games.letters import leagues
from games.models import Absence, Due, Game, Kept, Letter, Notice, Player, Season
from games.services import freshness, reading
from tests.games.cast import DAY, player
from tests.games.leagues import cast
from tests.games.leagues.cast import NAMES
from tests.games.letters.test_every_letter_is_written import part, written

pytestmark = pytest.mark.django_db

BROUGHT_ABOUT = frozenset(
    {
        *("announced", "registration", "registered", "waiting", "offered", "silent", "declined"),
        *("confirm", "divisions", "season", "round", "drawn", "late", "ask", "ask-soon"),
        *("ask-over", "left", "vacant", "gone", "annulled", "running-on", "counting", "final"),
        *("suspended", "resumed", "postponed", "moved-up", "unfound", "unseated", "digest"),
        *("step", "appeal", "appeal-over", "appeal-done"),
    }
)
ELSEWHERE = frozenset(
    {"admitted", "adjudicated", "cancelled", "next", "joined", "barred", "seat", "retired"}
)
"""Told in other tests; their words are asked here, too."""


@pytest.fixture
def season() -> Season:
    """A season in which much went wrong, to its end."""
    league = cast.league()
    directing.follow(league.pk, player("zoe"), now=cast.NOW)
    found = cast.announced(of=league, greatest=3, rounds=2)
    cast.until(found, "registration")
    cast.enter(found, NAMES[:6], now=cast.when(found))
    entering.decline(found.pk, player("ada"), now=cast.when(found))
    # Nobody takes the place that is kept for dan, so it is eva's.
    cast.sweep(found, now=cast.when(found) + DAY)
    entering.confirm(found.pk, player("eva"), now=cast.when(found))
    cast.until(found, "prepared")
    for name in ("ben", "fay"):
        entering.confirm(found.pk, player(name), now=cast.when(found))
    cast.until(found, "running")
    now = cast.when(found)
    second = found.divisions.get().rounds.get(number=2)
    directing.postpone(second.pk, 2, by=player("olga"), reason="50 % are away", now=now)
    directing.suspend(found.pk, by=player("olga"), reason="100 % of us", now=now)
    directing.resume(found.pk, by=player("olga"), reason="Over", now=now + timedelta(hours=1))
    game = Game.objects.get()
    Kept.objects.create(player=player("ben"), game=game, at=now, reply=None)
    cast.sweep(found)
    step = Absence.objects.get()
    absence.appeal(found.pk, player("ben"), step.pk, "100 % there", now=now)
    absence.decide(step.pk, grant=False, by=player("olga"), reason="No", now=now)
    entering.withdraw(found.pk, player("fay"), now=now)
    cast.until(found, "final")
    return found


def told(what: str) -> Letter:
    """The letter that tells something to the first who is told."""
    return Letter.objects.filter(notice__what=what).order_by("notice")[0]


def test_every_notice_is_written_in_every_language(season: Season):
    assert set(season.notices.values_list("what", flat=True)) == BROUGHT_ABOUT
    kinds = {what: told(what) for what in BROUGHT_ABOUT}
    for what in ELSEWHERE:
        former = told("divisions")
        assert former.notice is not None
        notice = Notice.objects.create(
            season=season, player=former.notice.player, what=what,
            said={"merged": True, "round": 2, "table": 1, "opens": cast.NOW.isoformat(),
                  "reason": "100 % of us are old"},
            made_at=cast.NOW,
        )  # fmt: skip
        kinds[what] = Letter.objects.create(
            kind="league", email=former.email, notice=notice, created_at=cast.NOW, due_at=cast.NOW
        )
    english = {what: written(letter) for what, letter in kinds.items()}
    Player.objects.update(language="de")
    for what, letter in kinds.items():
        german = written(Letter.objects.get(pk=letter.pk))
        for message in (german, english[what]):
            assert "%(" not in part(message, "plain"), what
            assert "The Lantern League" in message["Subject"]
        assert german["Subject"] != english[what]["Subject"], what
        assert part(german, "plain") != part(english[what], "plain")


def test_what_players_answer_and_what_directors_answer_is_one_kind(season: Season):
    asking_kinds = set(
        Letter.objects.filter(kind="league-ask").values_list("notice__what", flat=True)
    )
    assert asking_kinds == {"registration", "confirm", "offered", "ask", "ask-soon"}
    for what in ("registration", "confirm", "offered"):
        assert "/e/" in part(written(told(what)), "plain")
    assert leagues.FOR_DIRECTORS.isdisjoint(leagues.ANSWERED)
    assert season.notices.filter(what="ask").exists()


def wanted(what: str, name: str) -> bool:
    """Whether a letter is still worth sending."""
    found = Letter.objects.filter(notice__what=what, email=f"{name}@example.org").earliest("notice")
    return freshness.is_needed(reading.whole([found.pk])[0], now=cast.NOW)


def test_a_letter_that_was_answered_before_it_left_is_dropped():
    league = cast.league()
    for name in ("ada", "ben"):
        directing.follow(league.pk, player(name), now=cast.NOW)
    found = cast.announced(of=league, least=2)
    cast.until(found, "registration")
    cast.enter(found, ["ada", "cem", "dan"], now=cast.when(found))
    assert not wanted("registration", "ada")
    assert wanted("registration", "ben")
    cast.until(found, "prepared")
    entering.confirm(found.pk, player("ada"), now=cast.when(found))
    assert not wanted("confirm", "ada")
    assert wanted("confirm", "cem")
    while not found.asks.exists():
        cast.step(found)
    assert wanted("ask", "olga")
    asking.answer(found.asks.get().pk, "wait", by=player("olga"), now=cast.when(found))
    assert not wanted("ask", "olga")


def test_a_round_letter_names_who_sits_there():
    found = cast.running(NAMES[:3])
    letter = Letter.objects.filter(notice__what="round", email="ada@example.org").earliest("notice")
    text = part(written(letter), "plain")
    assert "Round 1 is drawn" in text
    assert "ben" in text
    assert "cem" in text
    assert found.status == "running"


@pytest.mark.parametrize("language", ["en", "de"])
def test_who_plays_alone_is_told_of_his_round_too(language):
    cast.running(NAMES[:3], **cast.SOLO)
    Player.objects.update(language=language)
    letter = Letter.objects.filter(notice__what="round", email="ada@example.org").earliest("notice")
    text = part(written(letter), "plain")
    assert {"en": "Round 1 is drawn", "de": "Runde 1 ist ausgelost"}[language] in text
    assert {"en": "Who sits with you", "de": "Wer mit dir am Tisch sitzt"}[language] not in text


def test_a_question_says_what_follows_from_no_answer():
    found = cast.open_season()
    cast.enter(found, ["ada"], now=cast.when(found))
    cast.sweep(found, now=Due.objects.get(season=found, what="prepare").at)
    text = " ".join(part(written(told("ask")), "plain").split())
    assert "1 are in the season, and it takes 3." in text
    assert "this happens: the season is called off" in text
    assert "wait a day, then look again" in text
    asking.answer(found.asks.get().pk, "wait", by=player("olga"), now=cast.when(found))
    text = " ".join(part(written(told("ask-over")), "plain").split())
    assert "What follows: wait a day, then look again." in text
