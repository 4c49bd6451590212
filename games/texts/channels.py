"""What is said of channels and how they are doing."""

from datetime import datetime

from django.utils.translation import gettext as _

from games.channels.rules.messages import DISCORD, SLACK, WEBHOOK
from games.moments import moment_text


def channel_kind(kind: str) -> str:
    """Name a kind of channel."""
    return {WEBHOOK: _("Signed webhook"), DISCORD: "Discord", SLACK: "Slack"}[kind]


def channel_state(
    off: str, fault: str, *, told_at: datetime | None, failing_since: datetime | None
) -> str:
    """Say how a channel is doing."""
    if off:
        return _off(off, fault)
    if failing_since is not None:
        return _("Out of reach since %(moment)s: %(fault)s. It is tried again.") % {
            "moment": moment_text(failing_since),
            "fault": fault_text(fault),
        }
    if told_at is None:
        return _("On. Nothing was sent yet.")
    return _("On. The last message arrived %(moment)s.") % {"moment": moment_text(told_at)}


def _off(off: str, fault: str) -> str:
    return {
        "owner": _("Switched off by you."),
        "shut": _("Switched off by us: %(fault)s. Nobody listens there any more, or not to us."),
        "silent": _("Switched off by us: for days no message arrived. The last time: %(fault)s."),
        "links": _("Switched off, since you made all your links useless."),
    }[off] % {"fault": fault_text(fault)}


def trial_state(status: str, error: str, *, made_at: datetime, sent_at: datetime | None) -> str:
    """Say what became of a trial."""
    if status == "sent" and sent_at is not None:
        return _("The trial of %(moment)s arrived.") % {"moment": moment_text(sent_at)}
    words = {"moment": moment_text(made_at), "fault": fault_text(error)}
    if status == "failed":
        return _("The trial of %(moment)s did not arrive: %(fault)s.") % words
    if status == "dropped":
        return _("The trial of %(moment)s was not sent.") % words
    return _("The trial of %(moment)s is on its way. Look again in a moment.") % words


def fault_text(fault: str) -> str:
    """Say what was the matter, as the end of a sentence."""
    if fault.isdecimal():
        return _("its server answered %(status)s") % {"status": fault}
    return {
        "": "",
        "private": _("its name leads to an address that is not open to everybody"),
        "no-name": _("there is no host of that name"),
        "no-line": _("its server does not answer"),
        "slow": _("its server takes too long to answer"),
        "tls": _("its server cannot show that it is the one named in the address"),
        "unread": _("its server answers something that is no answer"),
        "unwritten": _("something here is out of order"),
    }[fault]


def trial_texts() -> tuple[str, str]:
    """Say in a channel that it works."""
    return (
        _("A trial: this channel works"),
        _("What happens at your tables is told here from now on, as you choose."),
    )
