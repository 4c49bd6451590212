"""What a table has chosen about time beyond hours, nights and vacation: for who wants to know."""

from collections.abc import Iterator

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.clocks.rules.settings import Settings
from games.clocks.rules.styles import Untimed
from games.moments import hours_text
from games.texts.words import joined


def finer_terms(settings: Settings) -> tuple[str, ...]:
    """Say the rest of what a table has chosen about time, which matters later or to few."""
    return () if isinstance(settings.style, Untimed) else tuple(_finer(settings))


def _finer(settings: Settings) -> Iterator[str]:
    if settings.least_waking:
        yield ngettext(
            "Every turn has at least %(n)d of your waking hours.",
            "Every turn has at least %(n)d of your waking hours.",
            settings.least_waking,
        ) % {"n": settings.least_waking}
    if settings.resume_floor and settings.vacation_days:
        yield _(
            "Whoever comes back from vacation has at least %(time)s left, or his whole time."
        ) % {"time": hours_text(settings.resume_floor)}
    if settings.reminders:
        shares = joined([f"{share}\N{NO-BREAK SPACE}%" for share in settings.reminders])
        yield _("Reminders come when %(shares)s of the time are over.") % {"shares": shares}
    else:
        yield _("There are no reminders.")
    yield _misses(settings)


def _misses(settings: Settings) -> str:
    if settings.policy == "bot":
        return ngettext(
            "When time runs out, a bot plays until its player returns; the seat is then offered "
            "to others.",
            "When time runs out, a bot plays until its player returns; after %(n)d turns missed "
            "in a row the seat is offered to others.",
            settings.misses,
        ) % {"n": settings.misses}
    return ngettext(
        "When time runs out, a simple move is made, a bot plays on, and the seat is offered to "
        "others.",
        "When time runs out, a simple move is made; after %(n)d turns missed in a row a bot "
        "plays on, and the seat is offered to others.",
        settings.misses,
    ) % {"n": settings.misses}
