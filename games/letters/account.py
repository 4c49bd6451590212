"""What is written about an account: both mailboxes are asked when its address is to change."""

from datetime import datetime

from django.conf import settings
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games import links, selectors, texts
from games.letters.content import Content, Fact, Facts, link
from games.links import AddressClaim, ReachClaim
from games.models import AddressChange, Letter
from games.signals import selectors as signals


def old_address(letter: Letter) -> Content:
    """Ask the mailbox that letters go to now."""
    change = _change(letter)
    if change.due_at is not None:
        return _lost(change, change.due_at)
    return Content(
        subject=_("Shall your letters go to another address?"),
        heading=_("A new address for your letters"),
        lead=_(
            "Signed in as you, somebody asked that your letters and codes go elsewhere from now "
            "on. Nothing changes unless both addresses agree."
        ),
        link=link(
            _("Agree, or refuse"),
            "address-agree",
            links.ADDRESS.sign(AddressClaim(change.pk, new=False)),
        ),
        tables=(
            Facts(
                _("The change"),
                (
                    Fact(_("Until now"), texts.address_text(change.old)),
                    Fact(_("From then on"), texts.address_text(change.new)),
                ),
            ),
        ),
        small=(
            _("Whoever holds this letter can agree for you, so do not pass it on."),
            _(
                "Was it not you? Refuse, and sign out all other devices on the page of your "
                "account."
            ),
        ),
    )


def new_address(letter: Letter) -> Content:
    """Ask the mailbox that letters shall go to; whose it is already, he alone learns."""
    change = _change(letter)
    if selectors.is_anothers(change.new, change.player_id):
        return Content(
            subject=_("This address has an account already"),
            heading=_("This address has an account already"),
            lead=_(
                "Somebody asked that letters of another account of Saboteur by mail go to this "
                "address. An address has one account, so nothing is changed."
            ),
            link=link(_("Sign in with this address"), "accounts-sign-in"),
            small=(
                _("Was it you? Then sign in with this address and delete its account first."),
                _("Was it not you? Then do nothing: nobody was told that there is an account."),
            ),
        )
    return Content(
        subject=_("Shall letters of Saboteur by mail come here?"),
        heading=_("A new address for your letters"),
        lead=_(
            "Somebody who plays Saboteur by mail asked that his letters and codes come to this "
            "address from now on. Nothing changes unless you agree."
        ),
        link=link(
            _("Agree, or refuse"),
            "address-agree",
            links.ADDRESS.sign(AddressClaim(change.pk, new=True)),
        ),
        small=(_("If that means nothing to you, do nothing: nobody writes to you then."),),
    )


def deletion(letter: Letter) -> Content:
    """Send the six digits that delete the account."""
    wish = letter.sign_in
    assert wish is not None, "a code belongs to a wish"
    code = links.code_of(wish)
    return Content(
        subject=_("%(code)s is the code that deletes your account") % {"code": code},
        heading=_("The code that deletes your account"),
        lead=_(
            "Enter these six digits to have your account of Saboteur by mail deleted for good. "
            "They are good for ten minutes."
        ),
        code=code,
        link=link(_("Enter the code"), "leaving-confirm", wish.id),
        small=(
            _("Did you not ask for it? Then somebody is signed in as you: tell nobody the code."),
            _("Sign out all other devices on the page of your account."),
        ),
    )


def passkey(_letter: Letter) -> Content:
    """Tell that somebody can sign in by a further passkey from now on."""
    return Content(
        subject=_("A passkey was added to your account"),
        heading=_("A further way to sign in"),
        lead=_(
            "Signed in as you, somebody added a passkey to your account of Saboteur by mail. "
            "Whoever holds it signs in as you without a code."
        ),
        link=link(_("Look at your passkeys"), "passkeys"),
        small=(
            _("Was it you? Then there is nothing to do."),
            _(
                "Was it not you? Remove the passkey there, and sign out all other devices on the "
                "page of your account."
            ),
        ),
    )


def channel(_letter: Letter) -> Content:
    """Tell that a channel was switched off, since nobody seems to be there."""
    return Content(
        subject=_("One of your channels was switched off"),
        heading=_("One of your channels was switched off"),
        lead=_(
            "What happens at your tables could not be told there any more: its address is gone, "
            "or took no message for days. Letters come as ever."
        ),
        link=link(_("Look at your channels"), "channels-mine"),
        small=(_("The page says what was the matter; there it can be switched on again."),),
    )


def _lost(change: AddressChange, due: datetime) -> Content:
    """Tell a mailbox that is said to be lost that its account goes elsewhere unless it objects."""
    words = {"until": texts.moment_text(due)}
    return Content(
        subject=_("Have you lost this mailbox? Your account goes elsewhere unless you object"),
        heading=_("Is this mailbox lost?"),
        lead=_(
            "Somebody told those who run Saboteur by mail that he is you and cannot read this "
            "mailbox any more, and they believed him. If you read this, it is not lost: object "
            "until %(until)s, and nothing changes."
        )
        % words,
        link=link(
            _("Object"), "address-agree", links.ADDRESS.sign(AddressClaim(change.pk, new=False))
        ),
        tables=(
            Facts(
                _("The change"),
                (
                    Fact(_("Until now"), texts.address_text(change.old)),
                    Fact(_("From then on"), texts.address_text(change.new)),
                ),
            ),
        ),
        small=(_("Was it you? Then you need not do anything here."),),
    )


def reach(letter: Letter) -> Content:
    """Ask somebody at his own address whether letters arrive there."""
    player = selectors.addressee(letter)
    assert player is not None, "only players are asked"
    return Content(
        subject=_("Do our letters reach you?"),
        heading=_("Do our letters reach you?"),
        lead=_(
            "Letters of Saboteur by mail to this address came back, or were stopped. If you read "
            "this, say so: then they come again, and your tables know that you can be reached."
        ),
        link=link(
            _("Yes, this one arrived"),
            "address-reach",
            links.REACH.sign(ReachClaim.of(player, at=letter.created_at)),
        ),
        small=(_("If you want no letters, do nothing: all stays as it is."),),
    )


def recovered(letter: Letter) -> Content:
    """Tell both mailboxes that the account came to the new one."""
    change = _change(letter)
    return Content(
        subject=_("Your account has another address now"),
        heading=_("Your account has another address now"),
        lead=_(
            "The week to object is over. Letters and codes of this account of Saboteur by mail go "
            "to %(new)s from now on. Nobody is signed in any more, passkeys are removed, and the "
            "links in older letters open nothing."
        )
        % {"new": texts.address_text(change.new)},
        link=link(_("Sign in with the new address"), "accounts-sign-in"),
        small=(
            _("Was it not you? Write at once to those who run the service: %(operators)s")
            % {"operators": settings.OPERATORS_ADDRESS},
        ),
    )


def household(letter: Letter) -> Content:
    """Ask somebody whether he shares a household with who says so."""
    names = signals.asking(letter.email, now=letter.created_at)
    return Content(
        subject=_("Do you share a household?"),
        heading=_("Do you share a household?"),
        lead=ngettext(
            "%(names)s plays Saboteur by mail and says that you live together. That counts only "
            "if you say so too.",
            "%(names)s play Saboteur by mail and say that you live together. That counts only if "
            "you say so too.",
            len(names),
        )
        % {"names": texts.joined(names)},
        link=link(_("Say yes or no"), "households-mine"),
        small=(
            _(
                "Who shares a household is never taken for one person with two accounts, cannot "
                "judge a game in which the other plays, and is shown to the organiser where both "
                "sit at one table."
            ),
            _("If it is not so, say no, or do nothing. Either of you can end it at any time."),
        ),
    )


def _change(letter: Letter) -> AddressChange:
    assert letter.change is not None, "this letter asks about a change of address"
    return letter.change
