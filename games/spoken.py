"""Words worked out once: what depends on arguments and language alone is looked up after that."""

from collections.abc import Callable, Hashable
from functools import lru_cache, wraps
from typing import TypeVar, cast

from django.utils.translation import get_language

Words = TypeVar("Words", bound=Callable[..., Hashable])


def spoken(words: Words) -> Words:
    """Keep what a function of words says, by its arguments and the language that is spoken."""

    @lru_cache(maxsize=2_000)
    def said(_language: str | None, *args: Hashable, **kwargs: Hashable) -> Hashable:
        return words(*args, **kwargs)

    @wraps(words)
    def speak(*args: Hashable, **kwargs: Hashable) -> Hashable:
        return said(get_language(), *args, **kwargs)

    return cast("Words", speak)
