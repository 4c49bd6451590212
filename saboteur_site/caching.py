"""Django's cache in Redis, asked through one client and not through a new one each time."""

from functools import cached_property
from typing import Any

from django.core.cache.backends import redis


class RedisCache(redis.RedisCache):
    """What is remembered for a while, by all processes."""

    def __init__(self, server: str, params: dict[str, Any]) -> None:
        super().__init__(server, params)
        self._class = _Client


class _Client(redis.RedisCacheClient):
    def get_client(self, key: Any = None, *, write: bool = False) -> Any:
        """Give the one client: to make one takes longer than what it is asked."""
        del key, write
        return self._kept

    @cached_property
    def _kept(self) -> Any:
        return super().get_client(write=True)
