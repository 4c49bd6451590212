"""The broker as Kombu speaks to it, but for one thing: a connection given up is a lost one."""

from typing import Any

from kombu.transport import TRANSPORT_ALIASES, redis
from redis.exceptions import ConnectionError as BrokerGone


class Channel(redis.Channel):
    """What a worker takes work from."""

    def _connparams(self, *args: Any, **kwargs: Any) -> dict[str, Any]:
        # When the broker dies Kombu 5.7 takes a connection's client away. Whoever then gives back
        # what it had taken, or says that it is done, met an AttributeError, and the worker ended. A
        # lost connection it survives: the broker keeps what nobody said to be done.
        if self.connection.client is None:
            raise BrokerGone("this connection was given up")
        params: dict[str, Any] = super()._connparams(*args, **kwargs)  # type: ignore[misc]
        return params


class Transport(redis.Transport):
    """Redis with such channels."""

    Channel = Channel


def take() -> None:
    """Let Celery speak to `redis://…` by this; called before it connects."""
    ours = f"{__name__}:{Transport.__name__}"
    TRANSPORT_ALIASES.update(redis=ours, rediss=ours)
