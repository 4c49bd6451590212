"""Who is away for longer than his table pays for: another plays on for him, or the service does."""

from datetime import date, datetime, timedelta
from functools import partial
from typing import Any

import pytest
from django.urls import reverse

from games import selectors
from games.clocks.rules import seating, store
from games.clocks.rules.refusals import Reason, Refused
from games.clocks.services import vacations
from games.errors import BadLink, SeatTaken
from games.leagues.selectors import absences, pool
from games.leagues.services import covering, directing, entering, sweeping
from games.links import AskedClaim, SeatClaim
from games.log.rules import Cause
from games.log.services import because, write
from games.models import (
    Absence,
    Asked,
    Due,
    Entry,
    Game,
    Kept,
    LeagueTable,
    Letter,
    Offer,
    Place,
    Player,
    Search,
    Season,
    Sought,
)
from games.people.services import blocking
from games.services import instant, locks, turns
from games.substitutes.selectors import sat_before
from games.substitutes.services import endings, offers, sitting, standing
from tests.games.cast import DAY, HOUR, MINUTE, player
from tests.games.leagues import cast
from tests.games.leagues.cast import NAMES
from tests.games.letters.test_every_letter_is_written import part, written
from tests.games.pages.table import browser, checksum, form_to
from tests.games.pages.test_my_time_is_a_page import read
from tests.games.replies.cast import answers, replied
from tests.games.test_two_posts_at_once import at_once

pytestmark = pytest.mark.django_db

CLOCK = {"style": "fixed", "hours": 48}
PAID = datetime(2026, 4, 4, tzinfo=cast.NOW.tzinfo)
"""When three days are over that begin on the first of April."""
BACK = date(2026, 4, 20)
LONGER = "longer than your days of vacation here last."
HOME = datetime(2026, 4, 21, tzinfo=cast.NOW.tzinfo)


def season_of(days: int = 3, names: tuple[str, ...] = NAMES[:3], **changes: Any) -> Season:
    """A season whose tables pay for so many days a year."""
    time = {"clock": CLOCK, "vacation_days": days}
    return cast.running(names, **{"rounds": 3, "time": time, **changes})


def goes(season: Season, name: str = "cem", last: date = BACK) -> None:
    """Let somebody go now, for longer than is paid for."""
    vacations.leave(player(name), (None, last), now=cast.when(season))
    cast.sweep(season)


def place_of(season: Season, name: str = "cem") -> Place:
    """Somebody's place in the first round."""
    found = Place.objects.select_related("table__game", "table__round__division", "entrant")
    return found.get(entrant=cast.entrant(season, name), table__round__number=1)


def game_of(season: Season, name: str = "cem") -> Game:
    """The game that he plays there."""
    return Game.objects.get(pk=place_of(season, name).table.game_id)


def stands_until(season: Season, name: str = "cem") -> datetime | None:
    """Until when his table stands still."""
    return store.load(game_of(season, name).time).paused_until(cast.when(season))


def is_played_for(season: Season, name: str = "cem") -> bool:
    """Whether a bot plays his seat."""
    return store.load(game_of(season, name).time).seats[place_of(season, name).seat or 0].bot


def acts(season: Season, name: str = "cem") -> list[str]:
    """What the record of his table tells."""
    return list(game_of(season, name).entries.order_by("pk").values_list("act", flat=True))


def willing(season: Season, *names: str) -> None:
    """Let players say that they would play for others."""
    for name in names:
        entering.reserve(season.pk, player(name), now=cast.NOW)


def sought(season: Season) -> Search:
    """Let his paid days go by until others are asked."""
    willing(season, "rob", "sue")
    goes(season)
    cast.sweep(season, now=PAID)
    cast.sweep(season, now=PAID + 12 * HOUR)
    return Search.objects.get()


def claim(name: str) -> AskedClaim:
    """What somebody's letter opens."""
    return AskedClaim(Asked.objects.get(email=f"{name}@example.org").pk)


def in_vain(season: Season) -> None:
    """Let a search find nobody."""
    goes(season)
    cast.sweep(season, now=PAID)
    while Search.objects.filter(closed_at=None).exists():
        cast.step(season)


def ending_of(season: Season) -> str:
    """Let his game end now, and say how his line did."""
    place = place_of(season)
    cast.end(place.table, [5, 4, 9][: place.table.places.count()], now=cast.when(season))
    cast.sweep(season)
    lines = place.table.results.get(superseded_at=None).lines
    found: str = {line["entrant"]: line["ending"] for line in lines}[place.entrant_id]
    return found


def test_when_nothing_pays_any_more_somebody_is_looked_for_and_plays_to_the_end_for_him():
    season = season_of()
    willing(season, "rob", "sue")
    goes(season)
    assert acts(season) == ["left", "announced"]
    assert Due.objects.get(what="away", done_at=None).at == PAID
    assert not Search.objects.exists(), "he has paid until then"
    cast.sweep(season, now=PAID - MINUTE)
    assert not Search.objects.exists()
    cast.sweep(season, now=PAID)
    # Everybody at the table is told until when it stands still.
    assert stands_until(season) == PAID + 2 * DAY
    told = Letter.objects.filter(entry__act="paused", entry__game=game_of(season))
    assert told.count() == 3
    stages = {12 * HOUR: ["rob@example.org", "sue@example.org"]}
    for after, asked in stages.items():
        cast.sweep(season, now=PAID + after)
        found = Sought.objects.order_by("pk").values_list("player__email", flat=True)
        assert list(found) == asked
    place = place_of(season)
    assert place.state == "held", "the seat is his until somebody has it"
    his = game_of(season).places.get(number=place.seat)
    letter = SeatClaim.of(his)
    sitting.accept(claim("sue"), language="en", now=cast.when(season))
    # From that instant on he knows what spectators know.
    with pytest.raises(BadLink):
        selectors.visit_of(letter)
    assert sat_before(game_of(season).key, player("cem"))
    assert Letter.objects.filter(kind="replaced", email="cem@example.org").count() == 1
    cast.sweep(season)
    assert stands_until(season) is None
    assert place_of(season).state == "substituted"
    assert ending_of(season) == "substituted"
    assert cast.entrant(season, "cem").status == "active"
    assert not Absence.objects.exists()
    assert pool.helped(player("sue").pk, season.pk) == 1
    cast.sweep(season, now=HOME)
    assert Search.objects.count() == 1


def test_where_no_day_is_paid_for_the_search_begins_at_once():
    season = season_of(0)
    began = cast.when(season)
    goes(season)
    assert acts(season) == ["announced", "paused"]
    assert Search.objects.get().began_at == began
    assert stands_until(season) == began + 2 * DAY
    with pytest.raises(Refused) as refused:
        vacations.leave(player("bob"), (None, BACK), now=began)
    assert refused.value.reason == Reason.EMPTY, "he plays nowhere"


def test_in_vain_the_service_plays_on_until_he_is_back_and_nobody_can_win_by_it():
    season = season_of()
    in_vain(season)
    assert stands_until(season) is None
    assert is_played_for(season)
    assert cast.told("unfound", season) == ["olga", "otto"]
    assert acts(season)[-2:] == ["paused", "played-for"]
    told = Letter.objects.filter(entry__act="played-for", entry__game=game_of(season))
    assert told.count() == 3
    assert not Offer.objects.filter(closed_at=None).exists(), "he has it again when he is back"
    assert place_of(season).state == "held"
    cast.sweep(season, now=cast.when(season) + 4 * DAY)
    endings.sweep(now=cast.when(season))
    assert game_of(season).status == "active"
    home = partial(vacations.come_home, player("cem"), now=cast.when(season))
    home()
    assert not is_played_for(season)
    assert acts(season)[-2:] == ["came-home", "back"]
    with pytest.raises(Refused):
        home()
    cast.sweep(season, now=cast.when(season) + DAY)
    assert not Due.objects.filter(what="away", done_at=None).exists()
    assert acts(season)[-2:] == ["came-home", "back"]
    assert ending_of(season) == "played"
    assert cast.entrant(season, "cem").card == 0
    assert not Absence.objects.exists()


def test_on_the_day_he_named_he_has_his_seat_again_and_is_told():
    season = season_of()
    in_vain(season)
    while cast.when(season) < HOME:
        assert is_played_for(season)
        cast.step(season)
    assert not is_played_for(season)
    back = Entry.objects.get(act="back")
    assert Letter.objects.get(entry=back).seat.player == player("cem")
    assert not Due.objects.filter(what="away", done_at=None).exists()


def test_a_search_ends_on_the_day_he_named():
    season = season_of()
    goes(season, last=date(2026, 4, 4))
    cast.sweep(season, now=PAID)
    assert stands_until(season) == PAID + 2 * DAY
    cast.sweep(season, now=PAID + DAY)
    assert stands_until(season) is None
    assert Search.objects.get().closed_at == PAID + DAY
    assert not is_played_for(season)
    assert not Letter.objects.filter(notice__what="unfound").exists()


def test_who_comes_home_before_anybody_sits_plays_on():
    season = season_of()
    sought(season)
    vacations.come_home(player("cem"), now=cast.when(season))
    # Already now, before any sweep.
    with pytest.raises(SeatTaken):
        sitting.accept(claim("rob"), language="en", now=cast.when(season))
    cast.sweep(season)
    assert stands_until(season) is None
    assert Search.objects.get().closed_at == cast.when(season)
    assert acts(season)[-3:] == ["came-home", "kept", "resumed"]
    asked = pool.candidates(Search.objects.get(), now=cast.when(season))
    assert {each.silences for each in asked} == {0}, "nobody had the time to answer"
    assert not Due.objects.filter(what__in=("away", "search"), done_at=None).exists()
    cast.sweep(season, now=HOME)
    assert Search.objects.count() == 1
    assert ending_of(season) == "played"


def test_the_button_that_keeps_a_seat_does_so_too():
    season = season_of()
    sought(season)
    his = game_of(season).places.get(player=player("cem"))
    offers.keep(SeatClaim.of(his), now=cast.when(season))
    cast.sweep(season)
    assert stands_until(season) is None
    cast.sweep(season, now=cast.when(season) + DAY)
    assert Search.objects.count() == 1, "once for each absence"


@pytest.mark.parametrize("how", ["come home", "call off", "call off what is unpaid"])
def test_what_is_taken_back_before_never_begins(how: str):
    season = season_of()
    now, first = cast.when(season), date(2026, 4, 2)
    if how == "come home":
        goes(season)
        vacations.come_home(player("cem"), now=now + HOUR)
    else:
        vacations.leave(player("cem"), (first, BACK), now=now)
        cast.sweep(season)
        last = BACK if how == "call off what is unpaid" else date(2026, 4, 4)
        vacations.call_off(player("cem"), (first, last), now=now + HOUR)
    paid = store.load(game_of(season).time).seats[place_of(season).seat or 0].vacations
    assert len(paid) == {"come home": 1, "call off": 0}.get(how, 1)
    cast.sweep(season, now=now + HOUR)
    assert not Due.objects.filter(what="away", done_at=None).exists()
    cast.sweep(season, now=PAID + 2 * DAY)
    assert not Search.objects.exists()
    # And it can be announced anew.
    vacations.leave(player("cem"), (None, BACK), now=cast.when(season))
    cast.sweep(season)
    due = Due.objects.filter(what="away", done_at=None)
    if not Search.objects.exists():
        cast.sweep(season, now=due.get().at)
    assert Search.objects.filter(closed_at=None).count() == 1


@pytest.mark.django_db(transaction=True)
def test_said_twice_it_is_said_once_and_swept_twice_it_begins_once():
    season = season_of()
    goes(season)
    goes(season)
    assert acts(season) == ["left", "announced"]
    seat = store.load(game_of(season).time).seats[place_of(season).seat or 0]
    assert (len(seat.vacations), len(seat.announced)) == (1, 1)
    goes(season, last=BACK + DAY)
    assert acts(season) == ["left", "announced", "announced"]
    at_once([partial(sweeping.sweep, now=PAID)] * 4)
    cast.sweep(season, now=PAID)
    assert Search.objects.count() == 1
    assert acts(season)[-1] == "paused"
    assert acts(season).count("paused") == 1
    assert Due.objects.get(what="away", done_at=None).at == HOME + DAY


def test_who_is_killed_half_way_goes_on(monkeypatch):
    season = season_of()
    goes(season)

    def killed(*_args: object, **_named: object) -> None:
        raise OSError

    with monkeypatch.context() as broken:
        broken.setattr(covering, "_plan", killed)
        sweeping.sweep(now=PAID)
    assert not Search.objects.exists(), "all or nothing"
    assert stands_until(season) is None
    sweeping.sweep(now=PAID + 5 * MINUTE)
    assert Search.objects.get().began_at == PAID + 5 * MINUTE
    assert Due.objects.get(what="away", done_at=None).at == HOME


def test_what_was_said_while_nobody_swept_is_heard_by_the_daily_look():
    season = season_of(0)
    vacations.leave(player("cem"), (None, BACK), now=cast.when(season))
    late = cast.when(season) + 2 * DAY
    Due.objects.filter(season=season, what="look").update(next_at=late)
    cast.sweep(season, now=late)
    assert Search.objects.get().began_at == late


def test_a_season_that_stands_still_moves_nobodys_days():
    season = season_of()
    goes(season)
    stop = partial(directing.suspend, season.pk, by=player("olga"), reason="A holiday of all")
    stop(now=PAID - DAY)
    sweeping.sweep(now=PAID)
    assert not Search.objects.exists()
    directing.resume(season.pk, by=player("olga"), reason="It is over", now=PAID + HOUR)
    cast.sweep(season, now=PAID + HOUR)
    assert Search.objects.get().began_at == PAID + HOUR


@pytest.mark.django_db(transaction=True)
def test_a_seat_is_the_first_ones_who_acts():
    for turn in range(3):
        season = season_of(0, of=cast.league(f"League {turn}"))
        willing(season, "rob")
        goes(season)
        cast.sweep(season, now=cast.when(season) + 12 * HOUR)
        now, game = cast.when(season), game_of(season)
        found = Asked.objects.get(email="rob@example.org", offer__game=game)
        said = at_once(
            [
                partial(sitting.accept, AskedClaim(found.pk), language="en", now=now),
                partial(vacations.come_home, player("cem"), now=now, key=game.key),
            ]
        )
        cast.sweep(season)
        place = place_of(season)
        sits = game.places.get(number=place.seat).player
        if place.state == "held":
            assert said == {"SeatTaken": 1, "list": 1}
            assert sits == player("cem")
        else:
            assert said == {"Seat": 1, "NoSuchGame": 1}
            assert sits == player("rob")
        assert stands_until(season) is None
        cast.end(place.table, [5, 4, 9], now=now)


def test_what_he_misses_while_he_is_away_as_he_said_is_no_step():
    season = season_of()
    sought(season)
    game, now = game_of(season), cast.when(season)
    for name in ("cem", "ada"):
        for minute in range(3):
            at = now + minute * MINUTE
            Kept.objects.create(player=player(name), game=game, at=at, reply=None)
    cast.sweep(season, now=now + HOUR)
    assert set(Absence.objects.values_list("entrant__player__name", flat=True)) == {"ada"}
    # What he missed before he said so counts.
    table, cem = place_of(season).table, cast.entrant(season, "cem")
    assert absences.found(table, cem, idle=timedelta()) == ()
    Kept.objects.filter(player=player("cem")).update(at=cast.NOW)
    assert "missed" in absences.found(table, cem, idle=timedelta())


def test_while_he_is_away_as_he_said_he_is_not_idle():
    season = season_of()
    game = game_of(season)
    asked = game.to_act[0]
    table = LeagueTable.objects.get(game=game)
    assert absences.idle(table, asked, HOME) > 19 * DAY
    player_asked = game.places.get(number=asked).player
    assert player_asked is not None
    goes(season, player_asked.name)
    table.refresh_from_db()
    assert absences.idle(table, asked, HOME + DAY) == DAY


def test_of_two_somebody_is_looked_for_as_well():
    season = season_of(0, NAMES[:4], **{**cast.ROBIN, "rounds": 0})
    goes(season, "ada")
    search = Search.objects.get()
    assert stands_until(season, "ada") == search.until
    cast.sweep(season, now=search.until)
    assert is_played_for(season, "ada")
    cast.sweep(season, now=search.until + 4 * DAY)
    endings.sweep(now=cast.when(season))
    assert game_of(season, "ada").status == "active", "the other goes on against the bot"
    # Now she leaves for good: the other wins.
    entering.withdraw(season.pk, player("ada"), now=cast.when(season))
    cast.sweep(season, now=cast.when(season) + DAY)
    assert place_of(season, "ada").table.status == "finished"


def test_for_who_plays_alone_nobody_is_looked_for():
    season = season_of(0, NAMES[:2], **cast.SOLO)
    game = game_of(season, "ada")
    with pytest.raises(Refused) as refused:
        vacations.leave(player("ada"), (None, BACK), now=cast.when(season), key=game.key)
    assert refused.value.reason == Reason.NO_VACATIONS_HERE


def test_of_two_who_leaves_while_he_is_looked_for_is_looked_for_no_more():
    season = season_of(0, NAMES[:4], **{**cast.ROBIN, "rounds": 0})
    goes(season, "ada")
    entering.withdraw(season.pk, player("ada"), now=cast.when(season))
    assert Search.objects.get().closed_at is not None
    cast.sweep(season, now=cast.when(season) + DAY)
    assert place_of(season, "ada").table.status == "finished"
    assert Search.objects.count() == 1


def test_who_leaves_while_he_is_looked_for_forfeits_and_the_search_goes_on():
    season = season_of()
    search = sought(season)
    entering.withdraw(season.pk, player("cem"), now=cast.when(season))
    assert Search.objects.get(offer__isnull=False) == search
    sitting.accept(claim("rob"), language="en", now=cast.when(season))
    cast.sweep(season)
    assert place_of(season).state == "substituted"
    assert ending_of(season) == "forfeit"


def test_who_leaves_after_a_search_in_vain_is_looked_for_anew():
    season = season_of()
    in_vain(season)
    entering.withdraw(season.pk, player("cem"), now=cast.when(season))
    cast.sweep(season)
    searches = Search.objects.filter(offer__isnull=False, closed_at=None)
    assert searches.count() == 1
    while searches.exists():
        cast.step(season)
    assert Offer.objects.get(closed_at=None).why == "resigned"
    assert ending_of(season) == "forfeit"


def test_whoever_is_away_himself_is_not_asked():
    season = season_of(0, NAMES[:6])
    table = place_of(season).table
    elsewhere = season.entrants.exclude(places__table=table).first()
    assert elsewhere is not None
    away, other = elsewhere.player.name, "cem"
    willing(season, "rob")
    willing(season, away)
    goes(season, away)
    goes(season, other)
    cast.sweep(season, now=cast.when(season) + 12 * HOUR)
    asked = Sought.objects.filter(search__place__entrant__player__name=other)
    assert set(asked.values_list("player__name", flat=True)) == {"rob"}


def test_elsewhere_it_is_cut_and_refused_as_ever():
    season = season_of()
    goes(season)
    willing(season, "rob", "sue")
    cast.sweep(season, now=PAID)
    cast.sweep(season, now=PAID + 12 * HOUR)
    sitting.accept(claim("rob"), language="en", now=cast.when(season))
    cast.sweep(season)
    # Who plays for another is no entrant: for him nobody is looked for.
    vacations.leave(player("rob"), (None, BACK), now=cast.when(season))
    seat = store.load(game_of(season).time).seats[place_of(season).seat or 0]
    assert (len(seat.vacations), seat.announced) == (1, ())
    assert acts(season)[-1] == "left"


def test_he_reads_before_what_will_be_done_and_after_it_what_stands(monkeypatch):
    season = season_of()
    monkeypatch.setattr(instant, "now", lambda: cast.when(season))
    client, plan = browser(player("cem")), reverse("away-plan")
    before = checksum()
    page = client.get(plan, {"last": BACK.isoformat()})
    assert checksum() == before
    told = read(page)
    assert "only until the end of 3 April 2026, costs 3 days" in told
    assert "From Sat 4 Apr, 00:00 UTC until Tue 21 Apr, 00:00 UTC somebody is looked for" in told
    assert "None of it is a step towards a card." in told
    for _twice in range(2):
        assert client.post(plan, form_to(page.content.decode(), "")).status_code == 303
    cast.sweep(season)
    mine = reverse("away-mine")
    ahead = f"{LONGER} From Sat 4 Apr, 00:00 UTC on somebody is looked for"
    assert ahead in read(client.get(mine))
    here = reverse("time-table", args=[game_of(season).key])
    assert ahead in read(client.get(here))
    # A spectator reads it in the record, and until when he is away.
    assert "is away until Tue 21 Apr, 00:00" in read(browser().get(here))
    cast.sweep(season, now=PAID)
    assert "Until somebody does, the seat is yours." in read(client.get(mine))
    while Search.objects.filter(closed_at=None).exists():
        cast.step(season)
    assert "a bot does until you are back" in read(client.get(mine))
    home = reverse("away-home")
    assert client.post(home, form_to(client.get(mine).content.decode(), home)).status_code == 303
    assert "a bot does until you are back" not in read(client.get(mine))
    assert not is_played_for(season)


def test_the_letter_about_a_vacation_says_from_when_on_another_may_play():
    season = season_of()
    game = game_of(season)
    asked = game.places.get(number=game.to_act[0]).player
    assert asked is not None
    goes(season, asked.name)
    letter = Letter.objects.get(kind="vacation", email=asked.email)
    text = " ".join(part(written(letter), "plain").split())
    assert f"{game.name}: You are away until Tue 21 Apr, 00:00 UTC, {LONGER}" in text


def test_a_mail_that_asks_for_it_is_answered_with_what_will_be_done(settings):
    settings.REPLY_DOMAIN = "mail.example.org"
    season = season_of()
    his = game_of(season).places.get(player=player("cem"))
    said = replied(his, "vacation until 20 April 2026", now=cast.when(season))
    assert said == [("vacation until 20 April 2026", "away-beyond")]
    assert acts(season) == ["left", "announced"]
    (answer,) = answers()
    text = " ".join(part(written(answer), "plain").split())
    assert "somebody is then looked for who plays on for you" in text


def test_where_nothing_is_paid_the_page_says_so(monkeypatch):
    season = season_of(0)
    monkeypatch.setattr(instant, "now", lambda: cast.when(season))
    client, plan = browser(player("cem")), reverse("away-plan")
    page = client.get(plan, {"last": BACK.isoformat()})
    told = read(page)
    assert "your days of vacation pay for none of it" in told
    assert "From now until Tue 21 Apr, 00:00 UTC somebody is looked for who plays on" in told
    german = browser(player("cem"), language="de")
    Player.objects.filter(email="cem@example.org").update(language="de")
    told = read(german.get(plan, {"last": BACK.isoformat()}))
    assert "deine Urlaubstage reichen für keinen Tag davon" in told
    assert "Ab sofort und bis" in told
    client.post(plan, form_to(page.content.decode(), ""))
    assert acts(season) == ["announced"]
    here = reverse("time-table", args=[game_of(season).key])
    assert "länger als die Urlaubstage hier reichen" in read(browser(language="de").get(here))


def test_the_leagues_log_tells_that_somebody_is_looked_for():
    season = season_of()
    in_vain(season)
    shown = read(browser().get(reverse("league-log-show", args=[season.league.key])))
    assert "Somebody is away for longer than vacations last" in shown
    assert "How long somebody is away is taken down" not in shown


def test_between_two_absences_he_has_his_seat_and_each_is_looked_after():
    season = season_of(0)
    now = cast.when(season)
    again = now.date() + 2 * DAY
    vacations.leave(player("cem"), (None, now.date()), now=now)
    vacations.leave(player("cem"), (again, BACK), now=now)
    # The record tells of each what it is about.
    told = Entry.objects.filter(act="announced").order_by("pk")
    assert [datetime.fromisoformat(each.said["start"]).date() for each in told] == [
        now.date(),
        again,
    ]
    cast.sweep(season)
    assert stands_until(season) == now + 2 * DAY
    home = datetime(now.year, now.month, now.day, tzinfo=now.tzinfo) + DAY
    cast.sweep(season, now=home)
    assert stands_until(season) is None
    assert not Search.objects.filter(closed_at=None).exists()
    cast.sweep(season, now=home + DAY)
    assert Search.objects.get(closed_at=None).began_at == home + DAY
    assert stands_until(season) == home + 3 * DAY
    assert Due.objects.get(what="away", done_at=None).at == HOME


def test_who_goes_again_before_the_sweep_came_is_looked_for_anew(monkeypatch):
    season = season_of(0)
    goes(season)
    now = cast.when(season) + HOUR
    vacations.come_home(player("cem"), now=now)
    vacations.leave(player("cem"), (None, BACK), now=now + MINUTE)
    with monkeypatch.context() as broken:
        # Somebody else holds the season just then.
        broken.setattr(sweeping, "_settle", lambda _pk, _now: 0)
        cast.sweep(season, now=now + 2 * MINUTE)
    first, second = Search.objects.order_by("pk")
    assert (first.closed_at, second.closed_at) == (now + 2 * MINUTE, None)
    assert stands_until(season) == now + 2 * MINUTE + 2 * DAY


def sits_for_him(season: Season) -> None:
    """Let rob accept, and nobody sweep."""
    willing(season, "rob")
    goes(season, last=date(2026, 4, 2))
    for hours in (12, 24):
        cast.sweep(season, now=Search.objects.get().began_at + hours * HOUR)
    sitting.accept(claim("rob"), language="en", now=cast.when(season))


def test_who_sits_there_just_before_he_is_back_plays_on():
    season = season_of(0)
    sits_for_him(season)
    cast.sweep(season, now=datetime(2026, 4, 3, tzinfo=cast.NOW.tzinfo))
    assert place_of(season).state == "substituted"
    assert pool.helped(player("rob").pk, season.pk) == 1
    assert stands_until(season) is None


def test_on_the_day_he_named_a_bot_plays_on_for_who_plays_for_him():
    season = season_of(0)
    sits_for_him(season)
    cast.sweep(season)
    with because(Cause.ACT):
        held = turns.hold(locks.game(pk=game_of(season).pk), now=cast.when(season))
        table = seating.hand_to_bot(held.table, place_of(season).seat or 0)
        standing.store(held, table, now=cast.when(season))
        write("test", now=cast.when(season))
    cast.sweep(season, now=datetime(2026, 4, 3, tzinfo=cast.NOW.tzinfo))
    assert is_played_for(season)
    assert "back" not in acts(season)


def test_who_leaves_when_another_plays_for_him_leaves_that_seat_alone():
    season = season_of()
    sought(season)
    sitting.accept(claim("sue"), language="en", now=cast.when(season))
    cast.sweep(season)
    entering.withdraw(season.pk, player("cem"), now=cast.when(season))
    cast.sweep(season)
    assert place_of(season).state == "substituted"
    assert stands_until(season) is None
    assert not Offer.objects.filter(closed_at=None).exists()
    assert ending_of(season) == "forfeit"


@pytest.mark.parametrize("leaves", ["ada", "the other"])
def test_of_two_who_plays_for_her_plays_on_and_wins_when_the_other_leaves(leaves: str):
    season = season_of(0, NAMES[:4], **{**cast.ROBIN, "rounds": 0})
    willing(season, "rob")
    goes(season, "ada")
    cast.sweep(season, now=cast.when(season) + 12 * HOUR)
    sitting.accept(claim("rob"), language="en", now=cast.when(season))
    cast.sweep(season)
    place = place_of(season, "ada")
    other = place.table.places.exclude(pk=place.pk).get().entrant.player
    entering.withdraw(season.pk, player("ada") if leaves == "ada" else other, now=cast.when(season))
    cast.sweep(season, now=cast.when(season) + DAY)
    game = game_of(season, "ada")
    if leaves == "ada":
        assert (game.status, place_of(season, "ada").state) == ("active", "substituted")
    else:
        assert game.outcome == {"winners": [place.seat], "scores": []}


def test_who_comes_home_and_leaves_at_once_is_looked_for():
    season = season_of(0)
    goes(season)
    now = cast.when(season) + HOUR
    vacations.come_home(player("cem"), now=now)
    entering.withdraw(season.pk, player("cem"), now=now)
    cast.sweep(season, now=now)
    first, second = Search.objects.filter(offer__isnull=False).order_by("pk")
    assert (first.closed_at, second.closed_at) == (now, None)
    assert place_of(season).state == "vacant"
    assert stands_until(season) == now + 2 * DAY


def test_who_leaves_just_when_another_sits_leaves_that_seat_alone():
    season = season_of(0)
    sits_for_him(season)
    entering.withdraw(season.pk, player("cem"), now=cast.when(season))
    cast.sweep(season)
    assert place_of(season).state == "substituted"
    assert not Offer.objects.filter(closed_at=None).exists()
    assert stands_until(season) is None


def test_whose_game_is_over_is_only_home():
    season = season_of(0)
    in_vain(season)
    game = game_of(season)
    cast.end(place_of(season).table, [5, 4, 9], now=cast.when(season))
    vacations.come_home(player("cem"), now=cast.when(season), key=game.key)
    assert acts(season)[-1] == "came-home"


def test_who_has_gone_keeps_nobody_from_the_table():
    season = season_of(0, NAMES[:4])
    blocking.block(player("rob").key, by=player("cem"), now=cast.NOW)
    willing(season, "sue")
    goes(season)
    cast.sweep(season, now=cast.when(season) + 12 * HOUR)
    sitting.accept(claim("sue"), language="en", now=cast.when(season))
    willing(season, "rob")
    goes(season, "dan")
    assert place_of(season, "dan").table == place_of(season).table
    cast.sweep(season, now=cast.when(season) + 12 * HOUR)
    assert Sought.objects.filter(player=player("rob")).count() == 1
