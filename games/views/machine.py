"""The machine room: how late everything is, for those who look after the service."""

from collections.abc import Iterator
from datetime import timedelta
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from games import texts
from games.clocks.rules.stretches import HOUR, MINUTE
from games.machine.selectors import figures
from games.machine.selectors.figures import Room, Way
from games.moderation.rules.refusals import NoSuch
from games.moderation.selectors import pages
from games.services import instant
from games.views.pages import player_of


@never_cache
@require_safe
def machine(request: HttpRequest) -> HttpResponse:
    """Show it to who holds a role of the staff; to others there is no such page."""
    try:
        player = pages.require_staff(player_of(request))
    except NoSuch:
        raise Http404 from None
    room = figures.room(by=player, now=instant.now())
    context = {
        "late": list(_late(room)),
        "ways": _ways(room.hour, room.day),
        "sweeps": [
            {
                "name": texts.sweep_text(each.name),
                "at": texts.moment_text(each.ran_at),
                "count": each.count,
            }
            for each in room.sweeps
        ],
        "letters": {"queued": room.queued, "retrying": room.retrying, "failed": room.failed},
        "mail_outage": {
            "since": texts.moment_text(room.mail_outage.begun_at) if room.mail_outage else "",
            "fault": room.mail_fault,
        },
        "refused": [
            {"why": texts.refused_text(why), "count": count} for why, count in room.refused.items()
        ],
        "replies": {"waiting": room.waiting_replies, "handled": room.handled_replies},
        "games": {"running": room.running, "overdue": room.overdue_games},
        "paused": room.paused,
        "held": texts.moment_text(room.hold.held_at) if room.hold and room.hold.held_at else "",
        "aside": [
            {
                "name": each.name,
                "href": reverse("moderation-game", args=[each.key]),
                "since": texts.moment_text(each.since),
                "fault": str(each.fault) if each.fault else "",
                "mark": each.fault.fingerprint if each.fault else "",
            }
            for each in room.aside
        ],
        "apart": _length(room.apart),
    }
    return render(request, "pages/machine.html", context)


def _late(room: Room) -> Iterator[dict[str, Any]]:
    for name, late in room.oldest.items():
        yield {
            "name": texts.sweep_text(name),
            "late": _length(late) if late else "",
            "ways": _ways(*room.overdue[name]) if name in room.overdue else [],
        }


def _ways(hour: Way, day: Way) -> list[dict[str, Any]]:
    return [_way(_("within the last hour"), hour), _way(_("within a day"), day)]


def _way(name: str, way: Way) -> dict[str, Any]:
    return {
        "name": name,
        "count": way.count,
        "median": _length(way.median) if way.median is not None else "",
        "p95": _length(way.p95) if way.p95 is not None else "",
    }


def _length(length: timedelta) -> str:
    """Say how long, as exactly as it matters."""
    if abs(length) < 2 * MINUTE:
        return _("%(n).1f seconds") % {"n": length.total_seconds()}
    if abs(length) < 2 * HOUR:
        return _("%(n)d minutes") % {"n": length / MINUTE}
    return _("%(n)d hours") % {"n": length / HOUR}
