"""Times in the active zone and language, with the zone named, so that no reader has to guess."""

from datetime import datetime, tzinfo
from zoneinfo import ZoneInfo

from django.utils import formats, timezone
from django.utils.timesince import timeuntil
from django.utils.translation import gettext as _
from django.utils.translation import ngettext, npgettext, pgettext

from games.spoken import spoken


def moment_text(moment: datetime) -> str:
    """Write a point in time in the active time zone, as "Tue 3 Nov, 14:30 CET"."""
    return _moment_text(moment, timezone.get_current_timezone())


@spoken
def _moment_text(moment: datetime, zone: tzinfo) -> str:
    # Translators: Django's date format characters.
    pattern = pgettext("moment", "D j M, H:i")
    local = timezone.localtime(moment, zone)
    return f"{formats.date_format(local, pattern)} {_zone_name(local)}"


def _zone_name(local: datetime) -> str:
    """The name that people use, or how far it is from UTC: not every zone has one."""
    name = formats.date_format(local, "T")
    offset = f"{local:%z}"
    return name if name[0].isalpha() else f"UTC{offset[:3]}:{offset[3:]}"


def until_text(until: datetime | None) -> str:
    """Say when something ends, as in “until …”."""
    return moment_text(until) if until else _("further notice")


def wait_text(until: datetime, *, now: datetime) -> str:
    """Write how long somebody has to wait, never too short."""
    seconds = max(1, round((until - now).total_seconds()))
    minutes = -(-seconds // 60)
    if seconds < 90:
        return ngettext("%(n)d second", "%(n)d seconds", seconds) % {"n": seconds}
    if minutes < 90:
        return ngettext("%(n)d minute", "%(n)d minutes", minutes) % {"n": minutes}
    hours = -(-minutes // 60)
    if hours > 48:
        days = -(-hours // 24)
        # Translators: behind "in".
        return npgettext("in", "%(n)d day", "%(n)d days", days) % {"n": days}
    return ngettext("%(n)d hour", "%(n)d hours", hours) % {"n": hours}


def zone_text(zone: str, *, now: datetime) -> str:
    """Write a time zone as "Europe/Berlin · UTC+1 · 14:32 now"."""
    local = timezone.localtime(now, ZoneInfo(zone))
    return zone_pattern() % {
        "zone": zone.replace("_", " "),
        "offset": _offset(local),
        "time": f"{local:%H:%M}",
    }


def zone_pattern() -> str:
    """Say how a time zone is written: a script does it too."""
    return _("%(zone)s · %(offset)s · %(time)s now")


def _offset(local: datetime) -> str:
    sign, hours, minutes = f"{local:%z}"[0], int(f"{local:%z}"[1:3]), f"{local:%z}"[3:5]
    if not hours and minutes == "00":
        return "UTC"
    plain = f"UTC{sign}{hours}".replace("-", "\N{MINUS SIGN}")
    return plain if minutes == "00" else f"{plain}:{minutes}"


def day_text(moment: datetime) -> str:
    """Write a day in the active time zone, as "3 November 2026"."""
    # Translators: Django's date format characters.
    return formats.date_format(timezone.localtime(moment), pgettext("day", "j F Y"))


@spoken
def time_left(until: datetime, *, now: datetime) -> str:
    """Say how long there is until then."""
    if until <= now:
        return _("any minute now")
    return _("%(time)s left") % {"time": timeuntil(until, now)}


def hours_text(hours: int) -> str:
    """Write a time per turn in hours, or in days where that is a whole number of them."""
    if hours % 24 or hours == 24:
        return ngettext("%(n)d hour", "%(n)d hours", hours) % {"n": hours}
    days = hours // 24
    return ngettext("%(n)d day", "%(n)d days", days) % {"n": days}
