"""What is written before a game begins: the code, the invitation, and how the table fills."""

from collections.abc import Iterable
from datetime import datetime

from django.utils.translation import gettext as _

from games import links, selectors, texts
from games.letters.content import Content, Fact, Facts, link, one_line
from games.letters.differing import changed
from games.links import InvitationClaim, StartClaim
from games.models import Game, Invitation, Letter
from games.selectors import GameFacts, InvitationFacts, Lobby


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
        heading=(
            _("%(name)s wants to play again")
            if shown.once_more
            else _("%(name)s invites you to a game")
        )
        % {"name": host},
        lead=_invites(shown),
        message=tuple(shown.message.splitlines()),
        game=game.name,
        company=texts.ruleset_name(game.ruleset),
        link=link(
            _("Answer the invitation"),
            "invitations-answer",
            links.INVITATION.sign(InvitationClaim.of(invited)),
        ),
        tables=(_terms(game, shown.names, shown.reply_by),),
        rules=link(_("The rules of this game"), "rules", game.ruleset),
        small=(
            _("Whoever holds this letter can take the seat and play there, so do not pass it on."),
            _why_we_write(invited, shown) % {"name": host},
        ),
    )


def seated(letter: Letter) -> Content:
    """Tell somebody who came by the shared link that his seat is kept; or that the table is his."""
    shown = _filling(letter)
    if letter.email == _game(letter).organiser.email:
        return _organises(letter, shown)
    host = one_line(shown.game.organiser)
    return Content(
        subject=_("Your seat with %(name)s is kept") % {"name": host},
        heading=_("Your seat is kept"),
        lead=_("When the game begins, you get a letter. Until then you can give the seat up."),
        game=shown.game.name,
        company=texts.ruleset_name(shown.game.ruleset),
        link=link(_("To the table"), "place-by-letter", _place(letter)),
        tables=(_terms(shown.game, _names(shown)),),
        small=(_key(),),
    )


def _organises(letter: Letter, shown: Lobby) -> Content:
    """Tell somebody that he organises the table now, since who opened it has left."""
    return Content(
        subject=_("You organise this table now"),
        heading=_("You organise this table now"),
        lead=_(
            "Who opened it has left, so the table is yours: invite people, start the game, or call "
            "it off. Older links to your seat open nothing any more; this one does."
        ),
        game=shown.game.name,
        company=texts.ruleset_name(shown.game.ruleset),
        link=link(_("To the table"), "place-by-letter", _place(letter)),
        tables=(_terms(shown.game, _names(shown)),),
        small=(_key(),),
    )


def ready(letter: Letter) -> Content:
    """Tell the organiser that the last seat is taken, and let him start."""
    shown, game = _filling(letter), _game(letter)
    own = game.places.get(player=game.organiser_id)
    return Content(
        subject=_("Your table is complete"),
        heading=_("Your table is complete"),
        lead=_("The last seat is taken. Everybody waits for you to start the game."),
        game=game.name,
        company=texts.ruleset_name(game.ruleset),
        link=link(_("Start the game"), "invitations-start", links.START.sign(StartClaim.of(own))),
        tables=(_terms(shown.game, _names(shown)),),
        small=(
            _(
                "Whoever holds this letter can start the game and play for you, so do not pass "
                "it on."
            ),
        ),
    )


def _invited(row: Invitation) -> str:
    """Name somebody as the organiser did: nobody is told an address that he did not write."""
    return one_line(row.called) if row.called else texts.address_text(row.email)


def declined(letter: Letter) -> Content:
    """Tell the organiser that somebody will not come."""
    game, invited = _game(letter), letter.invitation
    # Who came by the shared link never told the organiser his address.
    said = (
        _("%(address)s will not come") % {"address": _invited(invited)}
        if invited
        else _("Somebody left your table")
    )
    return Content(
        subject=said,
        heading=said,
        lead=_("The seat is free again: invite somebody else, share the link or add a bot."),
        game=game.name,
        company=texts.ruleset_name(game.ruleset),
        link=link(_("To the table"), "table-public", game.key),
    )


def withdrawn(letter: Letter) -> Content:
    """Tell somebody that the seat kept for him is gone."""
    game = _game(letter)
    host = one_line(texts.called(game.organiser.name))
    return Content(
        subject=_("%(name)s keeps no seat for you any more") % {"name": host},
        heading=_("Your seat is no longer kept"),
        lead=_(
            "%(name)s has freed the seat that was kept for you at this table. The links in earlier "
            "letters open nothing any more, and there is nothing you need to do."
        )
        % {"name": host},
        game=game.name,
        company=texts.ruleset_name(game.ruleset),
    )


def lapsed(letter: Letter) -> Content:
    """Tell the organiser that somebody did not answer in time."""
    game = _game(letter)
    late = game.invitations.filter(status=Invitation.Status.LAPSED).order_by("pk")
    return Content(
        subject=_("No answer in time"),
        heading=_("No answer in time"),
        lead=_("The seats are free again: write once more, invite somebody else or add a bot."),
        game=game.name,
        company=texts.ruleset_name(game.ruleset),
        link=link(_("To the table"), "table-public", game.key),
        tables=(
            Facts(
                _("Did not answer"),
                tuple(
                    Fact(_invited(row), texts.moment_text(row.reply_by))
                    for row in late
                    if row.reply_by
                ),
            ),
        ),
    )


def terms(letter: Letter) -> Content:
    """Tell who sits at a filling table, or is invited, that its terms are others now."""
    shown, invited = _filling(letter), letter.invitation
    host = one_line(shown.game.organiser)
    if invited is None:
        leave = _("If they do not suit you, give your seat up: one button at the table does it.")
        way = link(_("To the table"), "place-by-letter", _place(letter))
    else:
        leave = _("Your seat is still kept for you; nothing is agreed before you answer.")
        way = link(
            _("Answer the invitation"),
            "invitations-answer",
            links.INVITATION.sign(InvitationClaim.of(invited)),
        )
    before = selectors.terms_before(letter)
    told = _("%(name)s has changed the terms. Below is how they stand now.") % {"name": host}
    return Content(
        subject=_("The terms have changed"),
        heading=_("The terms have changed"),
        lead=f"{told} {leave}",
        game=shown.game.name,
        company=texts.ruleset_name(shown.game.ruleset),
        link=way,
        tables=(
            *(changed(before, shown.game) if before else ()),
            _terms(shown.game, _names(shown), invited.reply_by if invited else None),
        ),
        small=(_key(),),
        rules=link(_("The rules of this game"), "rules", shown.game.ruleset),
    )


def cancelled(letter: Letter) -> Content:
    """Tell somebody that there will be no game."""
    game = _game(letter)
    host = one_line(texts.called(game.organiser.name))
    return Content(
        subject=_("The game with %(name)s was called off") % {"name": host},
        heading=_("The game was called off"),
        lead=_("%(name)s called the game off before it began. Nothing is left to do.")
        % {"name": host},
        game=game.name,
        company=texts.ruleset_name(game.ruleset),
    )


def _why_we_write(invited: Invitation, shown: InvitationFacts) -> str:
    """Say where we have the address from. Only a typed one comes from whoever invites."""
    if not invited.called:
        return _("%(name)s gave us your address. Don't know them? Ignore this email.")
    if shown.once_more:
        return _(
            "%(name)s invites you because you played together before. We have your address from "
            "that game."
        )
    return _("%(name)s invites you by your name here. We have your address from your account.")


def _invites(shown: InvitationFacts) -> str:
    if shown.once_more:
        return _("The same people, the same rules, the same clock: your seat is kept.")
    return _(
        "Dwarves dig for hidden gold, and somebody among them does not want it found. "
        "Played by mail, a move at a time."
    )


def _key() -> str:
    return _(
        "This letter is the key to your seat: whoever holds it can give it up and play for you. "
        "So do not pass it on."
    )


def _place(letter: Letter) -> str:
    token = selectors.place_token(_game(letter), player__email=letter.email)
    assert token is not None, "asked before it was written: he sits there"
    return token


def _terms(game: GameFacts, names: Iterable[str], reply_by: datetime | None = None) -> Facts:
    return Facts(
        _("The table"),
        (
            Fact(_("Here already"), texts.joined([one_line(name) for name in names])),
            *([Fact(_("Please answer by"), texts.moment_text(reply_by))] if reply_by else []),
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
