"""A player adds, changes, tries and removes his channels; or all are switched off at once."""

from collections.abc import Collection
from datetime import datetime

from django.conf import settings
from django.db import transaction
from django.db.models import QuerySet

from games import dispatch
from games.channels import selectors
from games.channels.rules import messages, places
from games.channels.rules.messages import HOSTS, WEBHOOK
from games.channels.rules.places import BadPlace
from games.errors import BadChannel
from games.limits import services as limits
from games.limits.rules import CHANNELS, TRIALS
from games.models import Channel, ChannelGame, Player, Sending
from games.subscriptions.rules import Choice

MOST = 5
Off, Status = Channel.Off, Sending.Status


def add(player: Player, *, kind: str, name: str, url: str, now: datetime) -> Channel:
    """Keep a new channel, which tells of everything; raises BadChannel or TooMany."""
    _require_fit(kind, url)
    with transaction.atomic(durable=True):
        held = Player.objects.select_for_update(no_key=True).get(pk=player.pk)
        mine = Channel.objects.filter(player=held)
        if mine.filter(url=url).exists():
            raise BadChannel("known")
        if mine.count() >= MOST:
            raise BadChannel("many")
        limits.use((CHANNELS, held.pk), now=now)
        secret = messages.new_secret() if kind == WEBHOOK else ""
        return Channel.objects.create(
            player=held, kind=kind, name=name, url=url, secret=secret, made_at=now
        )


def choose(
    player: Player, number: int, chosen: Choice, *, name: str, only: Collection[int] | None
) -> None:
    """Have a channel tell of this, in every game or only in some; raises NoSuchChannel."""
    with transaction.atomic(durable=True):
        channel = _held(player, number)
        channel.name, channel.every_game = name, only is None
        channel.turns, channel.news = chosen.turns, chosen.news
        channel.reminders = chosen.reminders
        channel.save(update_fields=("name", "every_game", "turns", "news", "reminders"))
        channel.games.all().delete()
        ChannelGame.objects.bulk_create(
            ChannelGame(channel=channel, game_id=game) for game in sorted(only or ())
        )


def try_out(player: Player, number: int, *, now: datetime) -> None:
    """Send a trial soon; raises NoSuchChannel, BadChannel where it is off, or TooMany."""
    with transaction.atomic(durable=True):
        channel = _held(player, number)
        if channel.off:
            raise BadChannel("off")
        # Whoever clicks twice wants one: the first one is on its way.
        if channel.sendings.filter(letter=None, status=Status.QUEUED, attempts=0).exists():
            return
        limits.use((TRIALS, player.pk), now=now)
        Sending.objects.create(channel=channel, created_at=now, due_at=now)
        dispatch.channels()


def renew(player: Player, number: int) -> str:
    """Draw another secret for a webhook, from now on; raises NoSuchChannel or BadChannel."""
    with transaction.atomic(durable=True):
        channel = _held(player, number)
        if channel.kind != WEBHOOK:
            raise BadChannel("unsigned")
        channel.secret = messages.new_secret()
        channel.save(update_fields=("secret",))
        return channel.secret


def switch(player: Player, number: int, *, on: bool) -> None:
    """Switch a channel on or off; twice is once. Raises NoSuchChannel."""
    with transaction.atomic(durable=True):
        channel = _held(player, number)
        if not on:
            _switch_off(Channel.objects.filter(pk=channel.pk, off=""), Off.OWNER)
        elif channel.off:
            channel.off, channel.fault, channel.failing_since = "", "", None
            channel.save(update_fields=("off", "fault", "failing_since"))


def remove(player: Player, number: int) -> None:
    """Forget a channel and what waits for it; twice is once."""
    with transaction.atomic(durable=True):
        _forget(Channel.objects.filter(player=player, pk=number))


def forget_all(player: Player) -> None:
    """Forget all channels of a player who leaves; the caller is in the transaction of that."""
    _forget(Channel.objects.filter(player=player))


def _forget(channels: QuerySet[Channel]) -> None:
    # Who posts a letter holds them until that is committed: then it goes along.
    held = list(channels.select_for_update().order_by("pk").values_list("pk", flat=True))
    Channel.objects.filter(pk__in=held).delete()


def end_all(player: Player) -> int:
    """Switch all channels of a player off, since somebody else may have named one; count them."""
    with transaction.atomic():
        return _switch_off(Channel.objects.filter(player=player, off=""), Off.LINKS)


def switch_off(channel: Channel, why: Channel.Off) -> None:
    """Switch a channel off that is of no use; the caller is in the transaction that says why."""
    _switch_off(Channel.objects.filter(pk=channel.pk), why)


def _switch_off(channels: QuerySet[Channel], why: Channel.Off) -> int:
    found = list(channels.values_list("pk", flat=True))
    count = Channel.objects.filter(pk__in=found).update(off=why)
    waiting = Sending.objects.filter(channel__in=found, status=Status.QUEUED)
    waiting.update(status=Status.DROPPED)
    return count


def _held(player: Player, number: int) -> Channel:
    selectors.channel(player, number)
    return Channel.objects.select_for_update(no_key=True).get(pk=number, player=player)


def _require_fit(kind: str, url: str) -> None:
    try:
        place = places.read(url, allowed=settings.CHANNELS_ALLOWED)
    except BadPlace as problem:
        raise BadChannel(problem.fault) from None
    if _is_number(place.host) and place.named not in settings.CHANNELS_ALLOWED:
        raise BadChannel("private")
    if HOSTS.get(place.host, kind) != kind:
        raise BadChannel("kind")


def _is_number(host: str) -> bool:
    """Tell at once what needs no looking up; names are looked up when they are called."""
    return (":" in host or host.replace(".", "").isdecimal()) and not places.is_everybodys(host)
