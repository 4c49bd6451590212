"""What is left of somebody's name when his account was deleted."""

from django.utils.translation import gettext as _


def called(name: str) -> str:
    """Return a name, or what stands for that of somebody who left."""
    return name or _("Former player")
