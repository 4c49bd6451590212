"""What is written about time itself: which games wait, and what an outage of ours moved."""

from collections.abc import Iterable
from datetime import datetime

from django.utils.translation import gettext as _

from games import selectors, texts
from games.letters.content import Content, Fact, Facts, link, one_line
from games.models import Letter, Player
from games.selectors import MyGame


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
        small=(_("Back early? Under “My time” one button ends a vacation."),)
        if any(now < each.end for each in taken)
        else (),
    )


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
    ruleset = texts.ruleset_name(game.game.ruleset)
    others = [one_line(name) for at, name in enumerate(game.names) if at != game.seat]
    if not others:
        return ruleset
    return _("%(game)s with %(names)s") % {"game": ruleset, "names": texts.joined(others)}
