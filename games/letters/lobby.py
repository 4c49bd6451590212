"""What is written before a game begins: the code, the invitation, and how the table fills."""

from collections.abc import Iterable

from django.utils.translation import gettext as _

from games import links, selectors, texts
from games.letters.content import Content, Fact, Facts, link, one_line
from games.links import InvitationClaim
from games.models import Game, Letter
from games.selectors import GameFacts, Lobby


def sign_in(letter: Letter) -> Content:
    """Send the six digits."""
    wish = letter.sign_in
    assert wish is not None, "a code belongs to a wish to sign in"
    code = links.code_of(wish)
    return Content(
        subject=_("%(code)s is your code for Saboteur by mail") % {"code": code},
        heading=_("Your code"),
        lead=_("Enter these six digits to come in. They are good for ten minutes."),
        code=code,
        link=link(_("Enter the code"), "accounts-enter-code", wish.id),
        small=(_("If you did not ask for a code, do nothing: without it nobody comes in."),),
    )


def invitation(letter: Letter) -> Content:
    """Ask somebody to the table."""
    invited = letter.invitation
    assert invited is not None, "this letter belongs to an invitation"
    shown = selectors.invitation_page(InvitationClaim(invited.id, invited.epoch))
    game, host = shown.game, one_line(shown.game.organiser)
    return Content(
        subject=_("%(name)s invites you to a game of %(game)s")
        % {"name": host, "game": texts.ruleset_name(game.ruleset)},
        heading=_("%(name)s invites you to a game") % {"name": host},
        lead=_(
            "Dwarves dig for hidden gold, and somebody among them does not want it found. "
            "Played by mail, a move at a time."
        ),
        link=link(_("Answer the invitation"), "invitations-answer", links.mint_invitation(invited)),
        tables=(_terms(game, shown.names),),
        rules=link(_("The rules of this game"), "rules", game.ruleset),
        small=(
            _("Whoever holds this letter can take the seat, so do not pass it on."),
            _("Your address was typed in by %(name)s. If that means nothing to you, do nothing.")
            % {"name": host},
        ),
    )


def seated(letter: Letter) -> Content:
    """Tell somebody who came by the shared link that his seat is kept."""
    shown = _filling(letter)
    host = one_line(shown.game.organiser)
    return Content(
        subject=_("Your seat with %(name)s is kept") % {"name": host},
        heading=_("Your seat is kept"),
        lead=_("When the game begins, you get a letter. Until then you can give the seat up."),
        link=link(_("To the table"), "table-public", shown.game.key),
        tables=(_terms(shown.game, _names(shown)),),
    )


def ready(letter: Letter) -> Content:
    """Tell the organiser that the last seat is taken, and let him start."""
    shown, game = _filling(letter), _game(letter)
    return Content(
        subject=_("Your table is complete"),
        heading=_("Your table is complete"),
        lead=_("The last seat is taken. Everybody waits for you to start the game."),
        link=link(_("Start the game"), "invitations-start", links.mint_start(game)),
        tables=(_terms(shown.game, _names(shown)),),
        small=(_("Whoever holds this letter can start the game, so do not pass it on."),),
    )


def declined(letter: Letter) -> Content:
    """Tell the organiser that somebody will not come."""
    game, invited = _game(letter), letter.invitation
    # Who came by the shared link never told the organiser his address.
    said = (
        _("%(address)s will not come") % {"address": invited.email}
        if invited
        else _("Somebody left your table")
    )
    return Content(
        subject=said,
        heading=said,
        lead=_("The seat is free again: invite somebody else, share the link or add a bot."),
        link=link(_("To the table"), "table-public", game.key),
    )


def withdrawn(letter: Letter) -> Content:
    """Tell somebody that the seat kept for him is gone."""
    host = one_line(_game(letter).organiser.name)
    return Content(
        subject=_("Your seat with %(name)s was given up") % {"name": host},
        heading=_("Your seat was given up"),
        lead=_("%(name)s no longer keeps a seat for you at this table. Earlier letters are void.")
        % {"name": host},
    )


def cancelled(letter: Letter) -> Content:
    """Tell somebody that there will be no game."""
    host = one_line(_game(letter).organiser.name)
    return Content(
        subject=_("The game with %(name)s was called off") % {"name": host},
        heading=_("The game was called off"),
        lead=_("%(name)s called the game off before it began. Nothing is left to do.")
        % {"name": host},
    )


def _terms(game: GameFacts, names: Iterable[str]) -> Facts:
    return Facts(
        _("The table"),
        (
            Fact(_("Here already"), texts.joined([one_line(name) for name in names])),
            Fact(_("Seats"), str(game.seats)),
            Fact(_("Time for each turn"), texts.style_text(game.time.style)),
            *(
                Fact(
                    texts.option_name(game.ruleset, name),
                    texts.option_value(game.ruleset, name, value),
                )
                for name, value in game.options.items()
            ),
        ),
    )


def _filling(letter: Letter) -> Lobby:
    return selectors.lobby(_game(letter).key, None)


def _names(table: Lobby) -> list[str]:
    return [person.name for person in table.people if person.taken]


def _game(letter: Letter) -> Game:
    assert letter.game is not None, "this letter belongs to a game"
    return letter.game
