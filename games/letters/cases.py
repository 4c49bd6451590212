"""What is written to who reported something, or appealed: never who else did, nor what followed."""

from django.utils.translation import gettext as _

from games import texts
from games.letters.content import Content, Fact, Facts, link
from games.models import Case, Letter


def question(letter: Letter) -> Content:
    """Ask a reporter what the moderators want to know."""
    case = _case(letter)
    return Content(
        subject=_("A question about what you reported"),
        heading=_("A question to you"),
        lead=_(
            "Who looks at what you reported would like to know something more. Without an answer "
            "it is decided in a week by what is known."
        ),
        message=tuple(case.question.splitlines()),
        link=link(_("Answer"), "reports-mine"),
        tables=(_reference(case),),
    )


def verdict(letter: Letter) -> Content:
    """Tell a reporter what was found, and whether measures were taken; never which."""
    case = _case(letter)
    decided = case.joined or case
    measures = decided.concerned_id is not None
    return Content(
        subject=_("What you reported was looked at"),
        heading=_("What you reported was looked at"),
        lead=texts.verdict_text(decided.finding, measures=measures),
        link=link(_("My reports"), "reports-mine"),
        tables=(_reference(case),),
        small=(_("Nobody is told who reported. Thank you for taking the trouble."),),
    )


def appeal(letter: Letter) -> Content:
    """Tell who appealed what became of the decision."""
    answered = letter.objection
    assert answered is not None, "this letter answers an appeal"
    return Content(
        subject=_("Your appeal is answered"),
        heading=_("Your appeal is answered"),
        lead=texts.objection_text(answered.answer),
        message=tuple(answered.message.splitlines()),
        link=link(_("What holds for you now"), "sanctions"),
        tables=(Facts(_("The decision"), (Fact(_("Reference"), answered.act.reference),)),),
        small=(_("This answer is final."),),
    )


def _case(letter: Letter) -> Case:
    assert letter.case is not None, "this letter belongs to a report"
    return letter.case


def _reference(case: Case) -> Facts:
    return Facts(_("Your report"), (Fact(_("Reference"), case.reference),))
