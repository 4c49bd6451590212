"""What befalls people and games of a simulated month so that staff must help: a mailbox is lost, a
stored position goes wrong, two accounts look like one."""

from typing import TYPE_CHECKING, Any

from games.accounts.services import address
from games.links import AddressClaim
from games.models import AddressChange, Game, Player, Signal
from games.signals.rules.accounts import DEVICE_DAYS
from games.signals.services import traces
from tests.games.cast import DAY
from tests.games.month.plan import BEGIN

if TYPE_CHECKING:
    from tests.games.month.moderated import Moderated

About = tuple[str, dict[str, Any]]
DEVICE = "b" * 22


def look_like_one(one: Player, other: Player) -> None:
    """Let two people have one mailbox, and have come by one browser in the days before."""
    name, _, host = other.email.partition("@")
    one.email = f"{name}+cards@{host}"
    one.save(update_fields=("email",))
    for player in (one, other):
        for days in range(1, DEVICE_DAYS + 1):
            traces.note(player, DEVICE, "192.0.2.7", day=(BEGIN - days * DAY).date())


def looks_like_one(_month: "Moderated") -> About | None:
    """Two accounts that the service takes for one person's."""
    row = Signal.objects.exclude(state=Signal.State.DISMISSED).order_by("pk").first()
    return (row.key, {"why": "rules"}) if row else None


def loses_his_mailbox(month: "Moderated") -> About:
    """Somebody whose letters came back for ever has another mailbox."""
    player = month.random.choice(month.people).player
    return player.key, {"email": f"new{month.ticks}@example.org", "why": "wish"}


def says_yes_there(month: "Moderated") -> None:
    """Let who has new mailboxes agree there."""
    for row in AddressChange.objects.filter(closed_at=None, new_agreed_at=None).order_by("pk"):
        address.agree(AddressClaim(row.pk, new=True), now=month.now)


def goes_wrong(month: "Moderated") -> About | None:
    """A stored position in which cards of the stock changed places."""
    games = Game.objects.filter(status=Game.Status.ACTIVE).order_by("pk")
    for game in month.random.sample(list(games), len(games)):
        first, *rest = game.state["lines"]["stock"].split() or [""]
        if rest and first != rest[0]:
            lines = {**game.state["lines"], "stock": " ".join([*rest, first])}
            Game.objects.filter(pk=game.pk).update(state={**game.state, "lines": lines})
            return game.key, {"why": "fault"}
    return None
