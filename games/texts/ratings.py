"""Ratings in words: of which game, how sure, and how they went."""

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.texts.rulesets import option_value, ruleset_name


def book_name(book: str) -> str:
    """Name a book of ratings: a game, and its edition where that has ratings of its own."""
    ruleset, _slash, edition = book.partition("/")
    name = ruleset_name(ruleset)
    if not edition:
        return name
    # What an edition changes stands behind its name.
    return f"{name}, {option_value(ruleset, 'edition', edition).partition(' (')[0]}"


def rating_note(games: int, *, rank: int | None, of: int) -> str:
    """Say of how many games a rating is, and where it stands; or that it is not sure yet."""
    count = ngettext("%(n)d rated game", "%(n)d rated games", games) % {"n": games}
    if rank is None:
        return _("provisional, %(games)s") % {"games": count}
    words = {"rank": rank, "of": of, "games": count}
    return _("place %(rank)d of %(of)d, %(games)s") % words


def rating_chart_text(first: int, last: int, games: int) -> str:
    """Say what the chart of a rating shows."""
    words = {"first": first, "last": last, "n": games}
    return (
        ngettext(
            "The rating after %(n)d game: %(last)d",
            "The rating after each of %(n)d games, from %(first)d to %(last)d",
            games,
        )
        % words
    )
