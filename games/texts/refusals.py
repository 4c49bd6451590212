"""Why a wish about time was not granted, in words that know what was wished."""

from django.utils.translation import gettext as _

from games.clocks.rules.refusals import Reason, Refused
from games.texts import clocks


def refusal_text(refused: Refused, wish: str = "") -> str:
    """Tell why a wish about time was not granted; what was wished makes it plainer."""
    known = _of_wishes().get((wish or refused.field, refused.reason))
    return known or clocks.refusal_text(refused)


def _of_wishes() -> dict[tuple[str, Reason], str]:
    hours = _(
        "Nothing was added, and the deadline stands. Write how many hours more: a whole number "
        "from 1 to 168."
    )
    return {
        ("extend", Reason.EMPTY): hours,
        ("extend", Reason.SYNTAX): hours,
        ("extend", Reason.TOO_LONG): _(
            "Nothing was added, and the deadline stands: one turn can be given 168 hours more in "
            "all. Choose fewer, or pause the table."
        ),
        ("extend", Reason.TOO_LATE): _("This turn's time is over already: nothing can be added."),
        ("pause", Reason.TOO_LONG): _("A pause lasts 30 days at most. Choose an earlier day."),
        ("pause", Reason.IN_THE_PAST): _("That day is over. Choose today or a later one."),
        ("pause", Reason.OWN_CLOCK): _(
            "The table waits for you yourself, so you cannot pause it alone. "
            "Propose the pause to all instead."
        ),
        ("agreed", Reason.PAUSED): _(
            "All agreed to this pause, so it ends early only if all agree. Propose it."
        ),
        ("moderated", Reason.PAUSED): _(
            "Who runs this service paused the table, and opens it again. Nothing was done."
        ),
        ("vacation", Reason.TOO_LONG): _("That is too far ahead."),
        ("vacation", Reason.IN_THE_PAST): _(
            "Only days from tomorrow on can be planned. To leave now, leave the first day empty."
        ),
        ("vacation", Reason.EMPTY): _("The last day is before the first one."),
        ("vacation", Reason.NO_DAYS_LEFT): _("No day of vacation is left for then."),
        ("no games", Reason.EMPTY): _("None of your games is running."),
        ("stay", Reason.NOT_AWAY): _("This vacation has begun, or was called off already."),
        ("rule", Reason.EMPTY): _("Nothing was changed."),
        ("quiet", Reason.TOO_LONG): _("Quiet hours are ten hours at most."),
        ("quiet", Reason.EMPTY): _(
            "Quiet hours that end as they begin are none. Leave both empty for none."
        ),
        ("quiet", Reason.SYNTAX): _("Quiet hours need a beginning and an end."),
        ("days", Reason.OUT_OF_BOUNDS): _("Choose at least one day."),
        ("days_off", Reason.OUT_OF_BOUNDS): _("Three days a week can be free at most."),
        ("reminders", Reason.OUT_OF_BOUNDS): _(
            "Up to four different shares from 10 to 95, with commas between them."
        ),
    }
