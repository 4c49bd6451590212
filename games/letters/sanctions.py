"""What is written to who gets a sanction, and when one ends early. It names nobody else."""

from django.utils.translation import gettext as _

from games import texts
from games.letters.content import Content, Fact, Facts, link, one_line
from games.models import Letter, Sanction
from games.moments import until_text


def sanction(letter: Letter) -> Content:
    """Tell somebody what a moderator decided about him, why, and what goes on."""
    given = _sanction(letter)
    game = one_line(given.game.name) if given.game else ""
    name = texts.sanction_name(given.kind)
    ends = [Fact(_("Until"), until_text(given.until))] if given.kind in _ENDING else []
    return Content(
        subject=name,
        heading=name,
        lead=texts.sanction_text(given.kind, given.until, game=game, removed=given.seats_removed),
        message=tuple(given.message.splitlines()),
        link=link(_("What it means for you"), "sanctions"),
        tables=(Facts(_("The decision"), (*_facts(given), *ends)),),
        small=(
            _("If you think that it is wrong, say so on that page within 14 days."),
            _("You can sign in, read along, take your data with you and delete your account."),
        ),
    )


def lifted(letter: Letter) -> Content:
    """Tell somebody that a sanction ended before its time."""
    given = _sanction(letter)
    name = texts.sanction_name(given.kind)
    return Content(
        subject=_("Ended early: %(name)s") % {"name": name},
        heading=_("It ended early"),
        lead=_("What a moderator had decided about you holds no longer."),
        link=link(_("What holds for you now"), "sanctions"),
        tables=(Facts(_("The decision"), (Fact(_("What it was"), name), *_facts(given))),),
    )


_ENDING = ("mute", "no-reports", "no-new-games", "ban")


def _facts(given: Sanction) -> tuple[Fact, ...]:
    reason = Fact(_("Why"), texts.public_reasons()[given.why])
    return (reason, Fact(_("Reference"), given.reference)) if given.reference else (reason,)


def _sanction(letter: Letter) -> Sanction:
    assert letter.sanction is not None, "this letter is about a sanction"
    return letter.sanction
