"""Roles begin and end; the first host is made on the machine itself.

Django's two flags follow from the rows: `is_staff` shows the way to the moderators' pages and is
asked for no right; `is_superuser` opens the admin, and counts as a host's role and as no more.
"""

from datetime import datetime

from games.log.rules import Cause
from games.log.services import because, write
from games.log.services.writing import Target
from games.models import Player, Role
from games.moderation.rules.refusals import Unfit
from games.services import accounts, people

HOST = Role.Kind.HOST


def runs(person: Player, kind: str) -> bool:
    """Tell whether somebody holds a role; a superuser's flag is a host's."""
    running = Role.objects.filter(player=person, kind=kind, ended_at=None).exists()
    return running or (kind == HOST and person.is_superuser)


def is_last_host(person: Player, kind: str) -> bool:
    """Tell whether nobody would run the service if this role ended."""
    others = Player.objects.filter(is_superuser=True).exclude(pk=person.pk)
    return kind == HOST and not others.exists()


def begin(person: Player, kind: str, *, now: datetime) -> None:
    """Let somebody hold a role from now on; the caller holds his row."""
    Role.objects.create(player=person, kind=kind, begun_at=now)
    _flag(person)


def end(person: Player, kind: str, *, now: datetime) -> None:
    """Let somebody hold a role no more; the caller holds his row."""
    Role.objects.filter(player=person, kind=kind, ended_at=None).update(ended_at=now)
    if kind == HOST:
        person.is_superuser = False
    _flag(person)


def make_first_host(address: str, *, by: str, reason: str, now: datetime) -> Player:
    """Make the first host, for who holds the machine; raises Unfit if there is one, or BadAddress.

    All further roles are given by a host on his pages.
    """
    email = people.address(address)
    with because(Cause.ACT):
        if Player.objects.filter(is_superuser=True).exists():
            raise Unfit("There is a host already: he gives roles on the page of a person.")
        person = accounts.known_or_new(email, language="", now=now)
        person.name = person.name or "Operator"
        person.save(update_fields=("name",))
        begin(person, HOST, now=now)
        said = {"by": by, "role": HOST.value}
        write(
            "grant-role", now=now, target=Target("person", person.pk), arguments=said, reason=reason
        )
    return person


def _flag(person: Player) -> None:
    running = Role.objects.filter(player=person, ended_at=None)
    person.is_superuser |= running.filter(kind=HOST).exists()
    person.is_staff = person.is_superuser or running.exists()
    person.save(update_fields=("is_staff", "is_superuser"))
