"""My turns in a calendar: a feed by a private link, read again and again by a program."""

from datetime import timedelta

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import cache_control
from django.views.decorators.http import conditional_page, require_POST, require_safe

from games import links, selectors, texts
from games.errors import BadLink
from games.middleware import speak_to
from games.models import Player
from games.selectors import TurnEntry
from games.services import accounts
from games.views.feeds import Event, feed_of
from games.views.pages import bad_link, for_players, see_other

SHOWN = timedelta(hours=1)
"""How long a turn's entry lasts. It ends at the deadline."""
ALARM = timedelta(hours=3)
"""How long before the deadline a calendar program should call."""


# Programs ask every few minutes, mostly for what they have already: what is the same is not sent
# again, and nobody on the way keeps it.
@cache_control(private=True, no_cache=True, max_age=0)
@conditional_page
@require_safe
def feed(request: HttpRequest, token: str) -> HttpResponse:
    """Write the turns of whom a link belongs to as iCalendar; it opens nothing else."""
    try:
        player = selectors.calendar_owner(links.CALENDAR.read(token))
    except BadLink:
        return bad_link(request)
    speak_to(player)
    entries = selectors.calendar(player)
    return feed_of(_("My turns in Saboteur"), map(_event, entries))


@require_POST
@for_players
def renew(request: HttpRequest, player: Player) -> HttpResponse:
    """Replace the link of my calendar; the old one opens nothing any more."""
    accounts.renew_calendar(player)
    messages.success(request, _("Here is a new link; the old one opens nothing any more."))
    return see_other(reverse("away-mine"))


def _event(entry: TurnEntry) -> Event:
    words = {
        "game": entry.game.name,
        "names": texts.joined(entry.names),
    }
    title = _("Your turn: %(game)s with %(names)s") if entry.names else _("Your turn: %(game)s")
    return Event(
        # One name for a turn, however often its deadline moves.
        mark=f"{entry.game.key}-{entry.seat}-{entry.mark}",
        changed_at=entry.changed_at,
        at=entry.due - SHOWN,
        until=entry.due,
        title=title % words,
        page=("seat-mine", [entry.game.key]),
        description=_description(entry),
        sequence=entry.sequence,
        alarm=ALARM,
    )


def _description(entry: TurnEntry) -> str:
    # Nothing that counts down: a program may show it for hours before it reads the feed again.
    text = _("You have until %(moment)s. After that the game moves for you.")
    return text % {"moment": texts.moment_text(entry.due)}
