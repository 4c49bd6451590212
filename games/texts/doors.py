"""What lists tell of tables: who may come, what is spoken, how long a turn is, how it ended."""

from django.conf import settings
from django.utils.translation import get_language_info
from django.utils.translation import gettext as _

_LANGUAGES = {
    code: str(get_language_info(code)["name_local"]) for code, _name in settings.LANGUAGES
}


def door_text(*, listed: bool, language: str) -> str:
    """Say who may come to a table, and what is spoken there."""
    words = {"language": language_name(language)}
    if not listed:
        return _("A private table: it stands in no list. Language: %(language)s") % words
    public = _("A public table: anybody may take a free seat, or watch. Language: %(language)s")
    return public % words


def language_name(code: str) -> str:
    """Name a language by its own name: who reads it may read no other."""
    return _LANGUAGES.get(code, code)


def language_names() -> tuple[tuple[str, str], ...]:
    """List the languages we write, each by its own name."""
    return tuple(_LANGUAGES.items())


def tempo_names() -> list[tuple[str, str]]:
    """Name the kinds of clocks that somebody may look for."""
    return [
        ("day", _("up to a day")),
        ("days", _("up to three days")),
        ("weeks", _("longer")),
    ]


def result_names() -> list[tuple[str, str]]:
    """Name the ways in which a game ends for somebody."""
    return [
        ("won", _("won")),
        ("lost", _("lost")),
        ("none", _("closed without a winner")),
        ("annulled", _("annulled")),
    ]


def result_text(result: str, played: str | None = None) -> str:
    """Say how a game ended for its reader; and as it was played, where that was decided."""
    if played is not None:
        words = {"decided": result_text(result), "played": result_text(played)}
        return _("Decided: %(decided)s. Played: %(played)s.") % words
    return {
        "won": _("You won"),
        "lost": _("You did not win"),
        "none": _("Closed without a winner"),
        "annulled": _("Annulled: it counts nowhere"),
    }[result]
