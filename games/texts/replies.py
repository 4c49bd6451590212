"""What became of a mail that somebody wrote back, in words."""

from collections.abc import Sequence
from datetime import date

from django.utils.translation import gettext as _

from games.clocks.rules.refusals import Reason, Refused
from games.replies.rules.outcomes import Outcome
from games.texts.absences import date_text
from games.texts.refusals import refusal_text
from games.texts.rulesets import reason_text


def reply_title(done: Sequence[Outcome]) -> str:
    """Say in a subject what became of a reply, and nothing of what it was about."""
    if any(each.told == "offer" for each in done):
        return _("Are you away?")
    if done and all(each.is_done for each in done if each.told != "unread"):
        return _("Your reply: done")
    if any(each.is_done for each in done):
        return _("Your reply: done in part")
    return _("Your reply: nothing was done")


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
        "shown": _("See below."),
        "offer": _(
            "Your mailbox answered that you are not there. Nothing was done. If your clocks shall "
            'stand still, answer this letter with "vacation until" and a day.'
        ),
    }
