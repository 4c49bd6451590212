"""What is written about a seat that changes hands to people who do not sit there."""

from datetime import datetime

from django.utils.translation import gettext as _

from games import links, texts
from games.letters.content import Content, Fact, Facts, link, one_line
from games.models import Letter
from games.substitutes import selectors


def offer(letter: Letter, *, now: datetime) -> Content:
    """Ask somebody to take a seat of a game that runs."""
    asked = letter.asked
    assert asked is not None, "this letter asks an address"
    token = links.mint_asked(asked)
    shown = selectors.asked_page(links.read_asked(token), now=now)
    others = [one_line(name) for name, _record in shown.others]
    words = {"name": one_line(asked.by.name), "game": texts.ruleset_name(shown.game.ruleset)}
    return Content(
        subject=_("%(name)s asks you to play on in a game of %(game)s") % words,
        heading=_("%(name)s asks you to take a seat") % words,
        lead=_(
            "A game of %(game)s has begun, and a seat is looking for somebody to play on. You get "
            "all that the seat may know. Whoever is asked and comes first has it."
        )
        % words,
        link=link(_("Look at the seat"), "seats-asked", token),
        tables=(
            Facts(
                _("The table"),
                (
                    Fact(_("The seat of"), one_line(shown.name)),
                    Fact(_("At the table"), texts.joined(others)),
                    Fact(_("Time for each turn"), texts.style_text(shown.game.time.style)),
                ),
            ),
        ),
        rules=link(_("The rules of this game"), "rules", shown.game.ruleset),
        small=(
            _("Whoever holds this letter can take the seat, so do not pass it on."),
            _("Your address was typed in by %(name)s. If that means nothing to you, do nothing.")
            % words,
        ),
    )


def replaced(letter: Letter) -> Content:
    """Tell who sat there before that somebody else has his seat now."""
    entry, game = letter.entry, letter.game
    assert entry is not None, "this letter tells of an entry of the record"
    assert game is not None, "and of a game"
    names = [one_line(seat.name) for seat in game.places.order_by("number")]
    return Content(
        subject=_("%(name)s plays on for you") % {"name": one_line(entry.said["who"])},
        heading=_("Your seat has a new player"),
        lead=_(
            "%(name)s has taken your seat. Your letters of this game open nothing any more; what "
            "everybody may see you can go on watching."
        )
        % {"name": one_line(entry.said["who"])},
        link=link(_("Watch the table"), "table-public", game.key),
        tables=(
            Facts(
                _("The table"),
                (
                    Fact(_("Game"), texts.ruleset_name(game.ruleset)),
                    Fact(_("At the table"), texts.joined(names)),
                ),
            ),
        ),
    )
