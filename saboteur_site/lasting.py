"""What lives as long as its process, and is not to be looked through again and again."""

import gc

from django.urls import get_resolver

NEW = 50_000
"""So many new things are made before the first search among them: a dozen pages' worth."""


def settle() -> None:
    """Load every page's code now, and let the collector of garbage leave all of it alone.

    A whole search of some two hundred thousand objects that stay anyway takes as long as twenty
    pages, and it would fall into the middle of somebody's one.
    """
    get_resolver().url_patterns  # noqa: B018 - asking for them imports every view
    gc.collect()
    gc.freeze()
    gc.set_threshold(NEW, 10, 10)
