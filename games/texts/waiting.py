"""Why a game waits, in words for who never heard of clocks."""

from collections.abc import Sequence

from django.utils.translation import gettext as _

from games.clocks.rules.waiting import Hold, Wait, Why
from games.moments import moment_text
from games.texts.telling import Act

_TOLD_BY = {"left": Why.AWAY, "will-leave": Why.AWAY, "paused": Why.PAUSED}


def wait_text(wait: Wait, names: Sequence[str], *, me: int | None) -> str:
    """Say what happened, what stands and what to do."""
    name = "" if wait.seat is None else names[wait.seat]
    words = {"name": name, "moment": moment_text(wait.at) if wait.at else "", "why": wait.said}
    if wait.seat is not None and wait.seat == me:
        return _own()[wait.why] % words
    if wait.why == Why.ASKED and wait.at is None:
        return _("Waiting for %(name)s") % words
    return _others()[wait.why] % words


def tells_why(act: Act, wait: Wait) -> bool:
    """Tell whether an act says why a game waits, so that one of the two sentences is enough."""
    return _TOLD_BY.get(act.name) == wait.why and act.seat == wait.seat


def hold_text(hold: Hold) -> str:
    """Say on a page where something can be wished that the service is held."""
    held = wait_text(hold.wait, (), me=None)
    return " ".join((held, _("What you wish or order meanwhile is kept.")))


def _own() -> dict[Why, str]:
    return {
        Why.AWAY: _("You are away until %(moment)s. Until then your clock stands still; you may "
                    "move all the same."),
        Why.OFFERED: _("Your seat is offered to others; until somebody takes it you can come "
                       "back."),
        Why.UNREACHED: _("You cannot be reached: our letters do not get through to you. Look "
                         "here for your turns."),
        Why.ASKED: _("It is your turn"),
    }  # fmt: skip


def _others() -> dict[Why, str]:
    return {
        Why.HELD: _("The whole service is held by its operators since %(moment)s: %(why)s. What "
                    "was played stands, nothing can be played, and nobody's time runs out. When it "
                    "goes on, deadlines move by the time that was lost. There is nothing you need "
                    "to do."),
        Why.STOOD: _("All clocks stand still since %(moment)s: %(why)s. Nobody's time runs out. "
                     "Whoever likes may move; when it goes on, deadlines move by the time "
                     "that was lost."),
        Why.SET_ASIDE: _("Something in this game is broken on our side, so it was set aside for "
                         "the operators. It is being repaired: nothing is lost, time stands "
                         "still, and there is nothing you need to do."),
        Why.PAUSED: _("The table is paused until %(moment)s: nothing can be played, and no clock "
                      "runs."),
        Why.AWAY: _("%(name)s is away until %(moment)s, and the clock stands still until then."),
        Why.OFFERED: _("The seat of %(name)s is offered to others. Whoever takes it plays on; "
                       "without anybody the game is closed."),
        Why.UNREACHED: _("%(name)s cannot be reached. When the time is over, the game goes on."),
        Why.ASKED: _("Waiting for %(name)s until %(moment)s"),
    }  # fmt: skip
