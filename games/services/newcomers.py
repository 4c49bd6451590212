"""What an account may do, and how much less it is while nobody else has come to its tables."""

from datetime import datetime

from games.errors import NotByMail, TooManyOpen
from games.limits import rules
from games.limits import services as limits
from games.models import Game, Player, Seat
from games.subscriptions import selectors as subscriptions


def use_invitation(email: str, *, by: Player, now: datetime, origin: str | None = None) -> None:
    """Count a letter that asks an address to somebody's table; raises TooMany or NotByMail.

    `origin` is where its sender comes from; nowhere if people are asked who sat with him before.
    The caller is in the transaction that posts it.
    """
    if subscriptions.refuses(email):
        raise NotByMail(email)
    wanted: list[tuple[rules.Limit, object]] = [
        (rules.INVITATIONS, by.pk),
        (rules.INVITATIONS_TO_A_MAILBOX, rules.mailbox(email)),
    ]
    if is_newcomer(by):
        wanted.append((rules.INVITATIONS_OF_A_NEWCOMER, by.pk))
        if origin is not None:
            wanted.append((rules.INVITATIONS_OF_A_NETWORK, rules.network(origin)))
    limits.use(*wanted, now=now)


def require_few_open(organiser: Player, key: str, *, now: datetime) -> None:
    """Pass if somebody may open a table under a key, or has done so before; raises TooManyOpen.

    The caller is in the transaction that opens it.
    """
    limits.hold("open tables", organiser.pk, now=now)
    others = Game.objects.filter(organiser=organiser, status=Game.Status.OPEN).exclude(key=key)
    found = others.count()
    if found < rules.OPEN_TABLES_OF_A_NEWCOMER:
        return
    newcomer = is_newcomer(organiser)
    most = rules.OPEN_TABLES_OF_A_NEWCOMER if newcomer else rules.OPEN_TABLES
    if found >= most:
        raise TooManyOpen(most, newcomer=newcomer)


def is_newcomer(player: Player) -> bool:
    """Tell whether nobody else sits or played at a table of somebody's."""
    others = Seat.objects.filter(game__organiser=player, player__isnull=False)
    return not others.exclude(player=player).exists()
