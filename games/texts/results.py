"""Results that were not just played: annulled, decided, begun anew."""

from collections.abc import Iterator, Mapping, Sequence
from datetime import datetime
from typing import Any, Protocol

from django.utils.translation import gettext as _

from games.moments import moment_text
from games.results.rules import PLAYED
from games.texts.words import joined

MORE = ", "


def scores_text(scores: Sequence[int] | None) -> str:
    """List what everybody has, by seats."""
    return MORE.join(f"@{at} {score}" for at, score in enumerate(scores or (), start=1))


def until_text(until: str | None) -> str:
    """Say a moment that an entry of the record names; nothing for none."""
    return moment_text(datetime.fromisoformat(until)) if until else ""


class Ended(Protocol):
    """A game, by what everybody may know of it."""

    @property
    def status(self) -> str:
        """What it is."""

    @property
    def outcome(self) -> Mapping[str, Any] | None:
        """How it ended, if it has a result."""

    @property
    def covered_until(self) -> datetime | None:
        """Until then nothing of it is turned up."""

    @property
    def closed(self) -> bool:
        """Whether other tables yet play the same deal."""

    @property
    def restart(self) -> str:
        """The game that was begun in its place."""

    @property
    def secret(self) -> str:
        """Told once all is turned up."""


def decided_text(outcome: Mapping[str, Any], names: Sequence[str]) -> str:
    """Say which result was decided, and who wins by it."""
    said = [_("Decided: %(scores)s.") % {"scores": _scores(outcome, names)}]
    if len(names) > 1:
        said.append(_won(outcome, names))
    return " ".join(said)


def played_text(played: Mapping[str, Any] | None, names: Sequence[str]) -> str:
    """Say what was played where something else was decided."""
    if played is None:
        return _("It was not played to its end.")
    if not played["scores"]:
        return _("Played: %(line)s") % {"line": _won(played, names)}
    said = [_("Played: %(scores)s.") % {"scores": _scores(played, names)}]
    if len(names) > 1:
        said.append(_won(played, names))
    return " ".join(said)


def _scores(outcome: Mapping[str, Any], names: Sequence[str]) -> str:
    return MORE.join(
        f"{name} {score}" for name, score in zip(names, outcome["scores"], strict=True)
    )


def _won(outcome: Mapping[str, Any], names: Sequence[str]) -> str:
    if not outcome["winners"]:
        return _("Nobody wins.")
    winners = joined([names[at] for at in outcome["winners"]])
    if len(outcome["winners"]) == 1:
        return _("%(name)s wins.") % {"name": winners}
    return _("%(names)s share the victory.") % {"names": winners}


def ruled_lines(game: Ended, names: Sequence[str]) -> Iterator[str]:
    """Say what became of a game's result beside what was played; mostly nothing."""
    if game.outcome and PLAYED in game.outcome:
        yield decided_text(game.outcome, names)
        yield played_text(game.outcome[PLAYED], names)
    if game.status == "annulled":
        yield _("This game was annulled: it has no result and counts nowhere.")
        if game.restart:
            yield _("Another one was begun in its place.")
        if game.closed:
            yield _("Its cards stay covered until the last table that plays this deal is over.")
        elif not game.secret and game.covered_until is not None:
            words = {"moment": moment_text(game.covered_until)}
            line = (
                _("All cards are turned up %(moment)s.")
                if game.restart
                else _("All cards are turned up %(moment)s. Until then it may yet go on.")
            )
            yield line % words
        else:
            yield _("All cards are turned up: “Move by move” shows the game from every seat.")
