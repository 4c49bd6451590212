"""Reports, verdicts and appeals in words. No sentence here says who reported, or how many did."""

from django.utils.translation import gettext as _


def kind_text(kind: str) -> str:
    """Say what a report is about."""
    return {
        "talk": _("what was said"),
        "name": _("a name"),
        "stalling": _("holding up a game"),
        "collusion": _("playing together in secret"),
        "accounts": _("several accounts of one person"),
        "invitations": _("invitations"),
        "moderator": _("what a moderator did"),
    }[kind]


def thanks_text(reference: str) -> str:
    """Thank who reported something."""
    return _(
        "Thank you. The moderators look at it, and nobody else learns of it. Its reference is "
        "%(reference)s."
    ) % {"reference": reference}


def case_state_text(state: str) -> str:
    """Say how far a case got, to moderators."""
    return {
        "open": _("open"),
        "claimed": _("somebody looks at it"),
        "waiting": _("waits for an answer"),
        "decided": _("decided, can be appealed against"),
        "appealed": _("appealed against"),
        "final": _("final"),
    }[state]


def finding_text(finding: str) -> str:
    """Name a finding, to moderators."""
    return {
        "breach": _("a breach of the rules"),
        "no-breach": _("no breach"),
        "unprovable": _("cannot be proved"),
        "abuse": _("the report abuses reporting"),
        "joined": _("decided with another case"),
        "looked-at": _("closed"),
    }[finding]


def verdict_text(finding: str, *, measures: bool) -> str:
    """Tell a reporter what was found; never which measures were taken."""
    if measures:
        return _("We looked; measures were taken.")
    return {
        "breach": _("We looked and found a breach; no measures were needed."),
        "no-breach": _("We looked and found no breach."),
        "unprovable": _("We looked; it cannot be proved."),
        "abuse": _("We looked and found no breach."),
        "looked-at": _("We looked."),
    }[finding]


def objection_text(answer: str) -> str:
    """Say what became of an appeal."""
    return {
        "": _("Your appeal is looked at by somebody who had no part in the decision."),
        "stands": _("The decision stands."),
        "changed": _("The decision was changed."),
        "lifted": _("The decision was lifted."),
    }[answer]
