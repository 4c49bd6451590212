"""What became of a mail that somebody wrote back, in words."""

from collections.abc import Iterable, Sequence
from datetime import date
from typing import Protocol

from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from engine.api import Pick, PickKind
from games.clocks.rules.refusals import Reason, Refused
from games.replies.rules.codes import Group, grouped, passes
from games.replies.rules.outcomes import Outcome
from games.texts.absences import date_text
from games.texts.book import Reader
from games.texts.refusals import refusal_text
from games.texts.rulesets import reason_text

_AS_IT_IS = Pick(PickKind.TURN, "upright")


class Choice(Protocol):
    """A legal move as its code is told."""

    @property
    def text(self) -> str:
        """The move's notation."""

    @property
    def picks(self) -> tuple[Pick, ...]:
        """The choices that lead to it."""


def code_lines(
    moves: Iterable[Choice], reader: Reader, *, most: int | None = None
) -> tuple[tuple[str, str], ...]:
    """Name card by card the codes of moves: of each card all, or so many."""
    return tuple((_card(group, reader), _plays(group, reader, most)) for group in grouped(moves))


def code_help() -> str:
    """Say how codes are used, and what else can be written."""
    return _(
        'Reply with a code, such as %(code)s, or with a move in notation. "help" brings all '
        'codes; "board", "hand", "note …", "vacation until …", "stop" and "say …" are heard too.'
    ) % {"code": "A1"}


def _card(group: Group[Choice], reader: Reader) -> str:
    return f"{group.letter} · {reader.book.pick_text(group.moves[0].picks[0], (), reader)}"


def _plays(group: Group[Choice], reader: Reader, most: int | None) -> str:
    every = [f"{code} {_ways(move, reader)}".strip() for code, move in group.coded()]
    if most is None or len(every) <= most:
        return ", ".join(every)
    # To part with the card is named in any case: often it is all that one wants.
    passing = next((at for at, move in enumerate(group.moves) if passes(move)), 0)
    shown = every[: most - 1]
    return ", ".join((*shown, "…", *every[max(passing, len(shown)) : passing + 1]))


def _ways(move: Choice, reader: Reader) -> str:
    """Say how a card is played, in as few words as its choices have."""
    picks = move.picks
    labels = [
        (pick.kind, reader.book.pick_text(pick, picks[:at], reader))
        for at, pick in enumerate(picks)
        if at and pick != _AS_IT_IS
    ]
    cards = " + ".join(label for kind, label in labels if kind == PickKind.CARD)
    ways = " ".join(label for kind, label in labels if kind != PickKind.CARD)
    return ": ".join(filter(None, (ways, cards)))


_UNTIL = "vacation until "
"""How outcomes begin that are about an absence."""


def reply_title(done: Sequence[Outcome]) -> str:
    """Say in a subject what became of a reply, and nothing of what it was about."""
    if any(each.told in ("offer", "offer-there") for each in done):
        return _("Are you away?")
    if done and all(each.is_done for each in done if each.told != "unread"):
        return _("Your reply: done")
    if any(each.is_done for each in done):
        return _("Your reply: done in part")
    return _("Your reply: nothing was done")


def wish_text(typed: str) -> str:
    """Name a line of a reply in the reader's words; a move or a code stays as it was typed."""
    words = {
        "board": pgettext("written in a reply", "board"),
        "hand": pgettext("written in a reply", "hand"),
        "help": pgettext("written in a reply", "help"),
        "note": pgettext("written in a reply", "note"),
        "stop": pgettext("written in a reply", "stop"),
        "say": pgettext("written in a reply", "say"),
    }
    if typed.startswith(_UNTIL):
        until = pgettext("written in a reply", "vacation until %(day)s")
        return until % {"day": typed.removeprefix(_UNTIL)}
    return words.get(typed, typed)


def outcome_text(outcome: Outcome, ruleset: str) -> str:
    """Say what became of a line, or exactly why nothing did."""
    match outcome:
        case Outcome(told="illegal", about=about):
            why = reason_text(ruleset, about)
            return _("Nothing was done. %(reason)s") % {"reason": why}
        case Outcome(told="refused", about=about):
            return refusal_text(Refused(Reason(about)))
        case Outcome(told="not-away", about=about):
            return refusal_text(Refused(Reason(about)), "vacation")
        case Outcome(told="away", about=about):
            until = date_text(date.fromisoformat(about))
            return _("You are on vacation until %(day)s: your clocks stand still.") % {"day": until}
        case Outcome(told="unproven", about=about):
            return _(
                "An email in your name came for this game, but it may be forged: %(checks)s "
                "failed for its sender. Nothing was done. If you sent it, please use the link."
            ) % {"checks": about}
        case Outcome(told="away-beyond", about=about):
            words = {"day": date_text(date.fromisoformat(about))}
            return (
                _(
                    "You are away until %(day)s. Your clocks stand still as long as your days of "
                    "vacation last; at tables of leagues somebody is then looked for who plays on "
                    "for you. “My time” says where and when."
                )
                % words
            )
        case _:
            return _plain()[outcome.told]


def _plain() -> dict[str, str]:
    return {
        "made": _("Played."),
        "made-before": _("This move was made already; sending it twice changed nothing."),
        "stale": _(
            "The table has moved on since the letter that you answered, so nothing was played. "
            "This letter shows it as it stands now; answer this one."
        ),
        "late": _(
            "Your time was over when your mail came in, so your turn was played for you. See below "
            "how the table stands now."
        ),
        "second": _(
            "One mail makes one move, so this one was not played. Answer this letter for the next."
        ),
        "syntax": _("This cannot be read as a move, so nothing was played."),
        "no-code": _("There is no such code. All that there are stand below."),
        "nothing": _(
            "Nothing that you wrote could be read, so nothing was done. Write a code or a move in "
            "the first line."
        ),
        "unread": _("Here reading ended: this line and what follows it was passed over."),
        "fault": _("Something of ours broke, and it may not have been done. Please use the link."),
        "kept": _("It stands in your notes."),
        "note-full": _("Your notes are full, so nothing was added."),
        "no-day": _("This is no day that we can read. Write it like 2026-12-24 or 24.12."),
        "stopped": _("No more letters of this game will come. Its clocks go on."),
        "said": _("It was said at the table."),
        "say-bad": _("This is empty or too long, so nothing was said."),
        "say-not": _("You cannot speak at this table now, so nothing was said."),
        "say-much": _("You said a lot in a short time, so nothing was said. Send it again later."),
        "quoted": _(
            "A part of our own letter stands in it, which may show your cards, so nothing was said."
        ),
        "other-address": _(
            "An email for this game came from another address than yours, so nothing was done. "
            "If you sent it, answer again from the address that gets these emails."
        ),
        "shown": _("See below."),
        "offer": _(
            "Your mailbox answered that you are not there. Nothing was done. If your clocks shall "
            'stand still, answer this letter with "vacation until" and a day.'
        ),
        "offer-there": _(
            "Your mailbox answered that you are not there. Nothing was done. If your clocks shall "
            "stand still, say under “My time” until when your vacation lasts."
        ),
    }


def refused_text(why: str) -> str:
    """Say for the machine room why emails were refused."""
    return {
        "unreadable": _("could not be read"),
        "failed": _("failed SPF, DKIM or DMARC"),
        "unsure": _("could not be checked at that time"),
        "strange": _("came from another address"),
    }[why]
