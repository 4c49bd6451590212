"""Django's Redis cache for a service that runs on without it."""

import logging
import math
import time
from typing import Any, ClassVar

from django.core.cache.backends import redis
from django.core.cache.backends.base import DEFAULT_TIMEOUT
from redis.exceptions import RedisError

logger = logging.getLogger(__name__)

PAUSE = 30.0
"""Seconds: one email asks for dozens of pictures, and must not wait for each in vain."""


class RedisCache(redis.RedisCache):
    """Finds and keeps nothing while its server is gone.

    Only `get` and `set`: the service uses no other method.
    """

    gone_until: ClassVar[float] = -math.inf
    """Shared by all threads, each of which has a cache object of its own."""

    def get(self, key: Any, default: Any = None, version: int | None = None) -> Any:
        """Get what is kept, or the default."""
        if time.monotonic() < RedisCache.gone_until:
            return default
        try:
            return super().get(key, default, version)
        except RedisError as error:
            _pause(error)
            return default

    def set(
        self,
        key: Any,
        value: Any,
        timeout: float | None = DEFAULT_TIMEOUT,
        version: int | None = None,
    ) -> None:
        """Keep a value if the server is there."""
        if time.monotonic() < RedisCache.gone_until:
            return
        try:
            super().set(key, value, timeout, version)
        except RedisError as error:
            _pause(error)


def _pause(error: RedisError) -> None:
    RedisCache.gone_until = time.monotonic() + PAUSE
    logger.warning("no cache, pictures are drawn anew: %s", type(error).__name__)
