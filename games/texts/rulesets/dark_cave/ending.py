"""How The Dark Cave ends, as sentences to one reader."""

from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext as _

from engine.parts.facts import GameEnded
from engine.rulesets.dark_cave import events
from games.texts.book import Reader, Told
from games.texts.words import joined


def _end_proposed(event: events.EndProposed, reader: Reader) -> str:
    return reader.say(
        event.seat,
        _("You proposed to end the game here."),
        _("%(who)s proposed to end the game here."),
    )


def _end_answered(event: events.EndAnswered, reader: Reader) -> str:
    if event.agree:
        mine, theirs = _("You agreed to end the game."), _("%(who)s agreed to end the game.")
    else:
        mine, theirs = _("You want to play on."), _("%(who)s wants to play on.")
    return reader.say(event.seat, mine, theirs)


def ended_text(ended: str) -> str:
    """Say why the game is over."""
    return {
        "cards": _("All cards are used up."),
        "clan": _("Everybody who works for one of the clans has left the cave."),
        "agreed": _("Everybody agreed to end the game."),
    }[ended]


def won_text(won_by: str) -> str:
    """Say which clan has won."""
    return {
        "blue": _("The blue clan wins."),
        "yellow": _("The yellow clan wins."),
        "nobody": _("Nobody left the cave, so nobody wins."),
    }[won_by]


def _round_ended(event: events.RoundEnded, reader: Reader) -> str:
    saboteurs = [
        name for name, role in zip(reader.names, event.roles, strict=True) if role == "saboteur"
    ]
    parts = [ended_text(event.ended), won_text(event.won_by)]
    if saboteurs:
        parts.append(_("Saboteurs: %(names)s.") % {"names": joined(saboteurs)})
    return " ".join(parts)


def _game_ended(event: GameEnded, reader: Reader) -> str:
    if not event.winners:
        return _("The game is over. Nobody wins.")
    names = joined([reader.names[seat] for seat in event.winners])
    return _("The game is over. Winners: %(names)s.") % {"names": names}


TOLD: Mapping[type[Any], Told] = {
    events.EndProposed: _end_proposed,
    events.EndAnswered: _end_answered,
    events.RoundEnded: _round_ended,
    GameEnded: _game_ended,
}
