"""What channels tell, and what their owner reads about them. Reads only."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from django.db.models import Prefetch

from games.errors import NoSuchChannel
from games.models import Channel, ChannelGame, Letter, Player, Sending
from games.subscriptions.selectors import unwanted_by

Kind = Letter.Kind

TOLD = (
    *(Kind.STARTED, Kind.TURN, Kind.REMINDER, Kind.TIMED_OUT, Kind.ROUND, Kind.RESULT, Kind.NEWS),
)
"""What is told by channels: what happens at a table, to who sits there. The rest is his own, or a
key to something."""


@dataclass(frozen=True, slots=True)
class Trial:
    """The last trial of a channel."""

    status: str
    error: str
    made_at: datetime
    sent_at: datetime | None


def channels(player: Player) -> Sequence[Channel]:
    """List a player's channels, the first one first."""
    return list(Channel.objects.filter(player=player).order_by("pk"))


def channel(player: Player, number: int) -> Channel:
    """Find a channel of a player; raises NoSuchChannel."""
    found = Channel.objects.filter(player=player, pk=number).first()
    if found is None:
        raise NoSuchChannel
    return found


def games(channel: Channel) -> frozenset[int]:
    """Name the games that a channel tells of, where it does not tell of every one."""
    return frozenset(channel.games.values_list("game_id", flat=True))


def last_trial(channel: Channel) -> Trial | None:
    """Say what became of a channel's last trial."""
    row = channel.sendings.filter(letter=None).order_by("-created_at", "-pk").first()
    return Trial(row.status, row.error, row.created_at, row.sent_at) if row else None


def whole(sendings: Iterable[UUID]) -> Mapping[UUID, Sending]:
    """Read what is about to go out, with channels, their games and owners."""
    rows = Sending.objects.filter(pk__in=sendings).select_related("channel__player")
    named = Prefetch("channel__games", ChannelGame.objects.all())
    return {row.pk: row for row in rows.prefetch_related(named)}


def unwanted(channel: Channel, letter: Letter) -> frozenset[str]:
    """Name the kinds that a channel does not tell of a letter's game."""
    named = {each.game_id for each in channel.games.all()}
    if not channel.every_game and letter.game_id not in named:
        return frozenset(Kind)
    return unwanted_by(channel.choice, letter)
