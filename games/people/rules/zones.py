"""Time zones: which are offered first, which one somebody may live in, which a word finds."""

from collections.abc import Iterable

COMMON = (
    "Pacific/Honolulu", "America/Anchorage", "America/Los_Angeles", "America/Denver",
    "America/Chicago", "America/Mexico_City", "America/New_York", "America/Bogota",
    "America/Halifax", "America/Sao_Paulo", "America/Argentina/Buenos_Aires", "UTC",
    "Europe/Lisbon", "Europe/London", "Europe/Dublin", "Africa/Lagos", "Europe/Berlin",
    "Europe/Vienna", "Europe/Zurich", "Europe/Amsterdam", "Europe/Paris", "Europe/Madrid",
    "Europe/Rome", "Europe/Warsaw", "Europe/Stockholm", "Africa/Johannesburg", "Europe/Athens",
    "Europe/Helsinki", "Europe/Kyiv", "Europe/Istanbul", "Africa/Nairobi", "Asia/Dubai",
    "Asia/Karachi", "Asia/Kolkata", "Asia/Dhaka", "Asia/Bangkok", "Asia/Shanghai",
    "Asia/Singapore", "Australia/Perth", "Asia/Tokyo", "Asia/Seoul", "Australia/Sydney",
    "Pacific/Auckland",
)  # fmt: skip
"""From west to east, where most people live."""

# A browser names the languages that its owner reads, and often the country with them. A language
# that is spoken in one zone mostly says enough alone.
_BY_LANGUAGE = {
    "de": "Europe/Berlin", "de-at": "Europe/Vienna", "de-ch": "Europe/Zurich",
    "en-gb": "Europe/London", "en-ie": "Europe/Dublin", "en-us": "America/New_York",
    "en-ca": "America/Toronto", "en-au": "Australia/Sydney", "en-nz": "Pacific/Auckland",
    "en-in": "Asia/Kolkata", "en-za": "Africa/Johannesburg", "en-sg": "Asia/Singapore",
    "fr": "Europe/Paris", "fr-ca": "America/Toronto", "fr-ch": "Europe/Zurich",
    "es-es": "Europe/Madrid", "es-mx": "America/Mexico_City", "it": "Europe/Rome",
    "nl": "Europe/Amsterdam", "pl": "Europe/Warsaw", "sv": "Europe/Stockholm",
    "da": "Europe/Copenhagen", "nb": "Europe/Oslo", "fi": "Europe/Helsinki",
    "cs": "Europe/Prague", "hu": "Europe/Budapest", "el": "Europe/Athens",
    "uk": "Europe/Kyiv", "tr": "Europe/Istanbul", "ja": "Asia/Tokyo", "ko": "Asia/Seoul",
    "pt-br": "America/Sao_Paulo", "pt-pt": "Europe/Lisbon",
}  # fmt: skip


def guess(languages: Iterable[str]) -> str | None:
    """Guess where somebody lives from the languages he reads, the dearest first."""
    for tag in languages:
        language, _, country = tag.lower().replace("_", "-").partition("-")
        for known in (f"{language}-{country[:2]}", language):
            if known in _BY_LANGUAGE:
                return _BY_LANGUAGE[known]
    return None


def finds(word: str, zone: str) -> bool:
    """Tell whether a word is a part of a zone's name as people type it."""
    return _typed(word) in _typed(zone)


def search(word: str, zones: Iterable[str]) -> list[str]:
    """List the zones that a word finds; one that is named exactly, or its city, is alone."""
    found = sorted(zone for zone in zones if finds(word, zone))
    exact = [zone for zone in found if _typed(word) in (_typed(zone), _city(zone))]
    return exact or found


def _typed(text: str) -> str:
    return " ".join(text.replace("_", " ").casefold().split())


def _city(zone: str) -> str:
    return _typed(zone.rpartition("/")[2])
