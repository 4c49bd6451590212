"""What is written about time itself: which games wait, and what an outage of ours moved."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from datetime import datetime
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games import links, selectors, texts
from games.letters.content import Content, Fact, Facts, link, one_line
from games.links import SeatClaim
from games.machine import selectors as machine
from games.models import Act, Letter, Player
from games.selectors import MyGame
from games.subscriptions import selectors as subscriptions


def waiting(player: Player, *, now: datetime) -> tuple[Facts, ...]:
    """List all games that wait for a reader, nearest first; nothing if it is one alone."""
    games = [game for game in selectors.my_games(player, now=now) if game.my_turn]
    if len(games) < 2:
        return ()
    return (Facts(_("Your games that wait"), tuple(_rows(games, now))),)


def outage(letter: Letter, *, now: datetime) -> Content:
    """Tell a player that the service was down, and until when he has time now."""
    gone = letter.outage
    assert gone is not None, "this letter belongs to an outage"
    games = selectors.moved_by(gone, letter.email, now=now)
    words = {
        "start": texts.moment_text(gone.begun_at),
        "end": texts.moment_text(gone.ended_at),
        "why": gone.reason,
    }
    down, held = (
        _(
            "From %(start)s to %(end)s nothing worked here. Nobody loses a turn by that: "
            "your deadlines were moved."
        ),
        _(
            "From %(start)s to %(end)s the operators held the whole service: %(why)s. Nobody "
            "loses a turn by that: your deadlines were moved."
        ),
    )
    return Content(
        subject=_("You have more time: the service was held")
        if gone.reason
        else _("You have more time: the service was down"),
        heading=_("The service was held") if gone.reason else _("The service was down"),
        lead=(held if gone.reason else down) % words,
        link=link(_("To your games"), "home"),
        tables=(Facts(_("Your new deadlines"), tuple(_rows(games, now))),) if games else (),
    )


def held(letter: Letter, *, now: datetime) -> Content:
    """Tell a player who is asked that time stands still for everybody, and why."""
    hold = selectors.hold()
    games = [game for game in selectors.my_games(_reader(letter), now=now) if game.my_turn]
    return Content(
        subject=_("Time stands still: the service is held"),
        heading=_("Time stands still"),
        lead=texts.hold_text(hold) if hold else "",
        link=link(_("To your games"), "home"),
        small=(
            _(
                "When it goes on you get a letter with your new deadlines. Until then the "
                "deadlines that you were told do not count."
            ),
        ),
        tables=(Facts(_("Your games that wait"), tuple(_named(games))),) if games else (),
    )


def extended(letter: Letter, *, now: datetime) -> Content:
    """Tell a player until when he has time now that deadlines of all games were moved."""
    act = letter.act
    assert act is not None, "this letter belongs to an act"
    reached = machine.reached(act, letter.email)
    games = [
        game
        for game in selectors.my_games(_reader(letter), now=now)
        if game.my_turn and game.game.id in reached
    ]
    words = {
        "by": texts.by_text({"role": act.role, "by": ""}),
        "hours": texts.hours_text(int(act.asked["hours"])),
    }
    back = bool(act.asked.get("back"))
    gave, took = (
        _("%(by)s gave everybody %(hours)s more, in all games."),
        _("%(by)s took back time that was given in all games."),
    )
    return Content(
        subject=_("Your deadlines moved"),
        heading=_("Your deadlines moved"),
        lead=" ".join(((took if back else gave) % words, texts.because_text(_why(act)))),
        link=link(_("To your games"), "home"),
        tables=(Facts(_("Your new deadlines"), tuple(_rows(games, now))),) if games else (),
    )


def _why(act: Act) -> Mapping[str, Any]:
    """Say why something was done, and by which reference it is known, as its entries do."""
    said = {name: act.asked[name] for name in ("why", "message")}
    return {**said, "reference": act.reference, "alone": act.alone}


def repair(letter: Letter) -> Content:
    """Tell that a game is set aside, and nothing of its table: drawing it may be what fails."""
    game, entry, seat = letter.game, letter.entry, letter.seat
    assert game and entry and seat, "it tells a seat of an act"  # noqa: PT018
    names = [one_line(place.name) for place in game.places.order_by("number")]
    act = selectors.Act(entry.act, entry.seat, entry.said)
    words = texts.act_words(act, texts.reader_of(game.ruleset, names, None))
    return Content(
        subject=f"{words.title}: {one_line(game.name)}",
        heading=words.title,
        lead=words.line,
        link=link(_("To the table"), "seat-by-letter", links.SEAT.sign(SeatClaim.of(seat))),
    )


def _reader(letter: Letter) -> Player:
    return Player.objects.get(email=letter.email)


def _named(games: Iterable[MyGame]) -> Iterable[Fact]:
    return (Fact(_name(game), _("no clock runs")) for game in games)


def daily(letter: Letter, *, now: datetime) -> Content:
    """Tell a player once a day which of his games wait for him, each with its link."""
    player = Player.objects.get(email=letter.email)
    games = subscriptions.in_daily(player, selectors.my_games(player, now=now))
    told = ngettext("One game waits for you", "%(n)d games wait for you", len(games)) % {
        "n": len(games)
    }
    return Content(
        subject=told,
        heading=told,
        lead=_("Your letter of the day. Nearest deadline first; each game has its own link."),
        link=link(_("To your games"), "home"),
        tables=(Facts(_("Your games that wait"), tuple(_linked(games, player, now))),),
        small=(
            _(
                "This letter is the key to your seats: whoever holds it can see your cards and "
                "play for you. So do not pass it on."
            ),
        ),
    )


def vacation(letter: Letter, *, now: datetime) -> Content:
    """Tell a player until when he has time now that a vacation of his moved deadlines."""
    player = Player.objects.get(email=letter.email)
    games = [game for game in selectors.my_games(player, now=now) if game.my_turn]
    taken = [each.vacation for each in selectors.absences(player, now=now)]
    return Content(
        subject=_("Your vacation moved your deadlines"),
        heading=_("Your vacation"),
        lead=texts.vacation_text(taken, now=now),
        link=link(_("My time"), "away-mine"),
        tables=(Facts(_("Your deadlines now"), tuple(_rows(games, now))),) if games else (),
        story=tuple(
            f"{one_line(each.game.name)}: "
            f"{texts.beyond_text(each.now, each.unpaid.start, each.unpaid.end)}"
            for each in selectors.beyond(player, now=now)
        ),
        small=(_("Back early? Under “My time” one button ends a vacation."),)
        if any(now < each.end for each in taken)
        else (),
    )


def _linked(games: Sequence[MyGame], player: Player, now: datetime) -> Iterator[Fact]:
    seats = {seat.game_id: seat for seat in selectors.running_seats(player)}
    for game, row in zip(games, _rows(games, now), strict=True):
        token = links.SEAT.sign(SeatClaim.of(seats[game.game.id]))
        yield replace(row, href=link("", "seat-by-letter", token).href)


def _rows(games: Iterable[MyGame], now: datetime) -> Iterable[Fact]:
    for game in games:
        if game.deadline is None:
            yield Fact(_name(game), _("no deadline"))
        else:
            yield Fact(_name(game), _until(game, game.deadline, now))


def _until(game: MyGame, deadline: datetime, now: datetime) -> str:
    """The instant first, how it came about, and what was left of it when this was written."""
    words = {"moment": texts.moment_text(deadline), "left": texts.time_left(deadline, now=now)}
    if game.own is None:
        return _("%(moment)s. When this was written: %(left)s.") % words
    left = filter(None, (words["left"], texts.left_text(game.own, now=now)))
    words |= {"causes": texts.causes_text(game.own), "left": ", ".join(left)}
    return _("%(moment)s (%(causes)s). When this was written: %(left)s.") % words


def _name(game: MyGame) -> str:
    others = [one_line(name) for at, name in enumerate(game.names) if at != game.seat]
    if not others:
        return game.game.name
    return _("%(game)s with %(names)s") % {"game": game.game.name, "names": texts.joined(others)}
