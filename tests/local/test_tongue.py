"""What is spoken is kept by thread, and Django asks there."""

from threading import Thread, local
from typing import Any

from django.utils import translation
from django.utils.translation import trans_real

HELLO = "It is your turn"
KEEPER: Any = trans_real


def test_django_keeps_there_what_is_spoken_and_asks_there():
    with translation.override("de"):
        assert type(KEEPER._active) is local
        assert KEEPER._active.value.language() == "de"
        assert translation.get_language() == "de"
        assert translation.gettext(HELLO) == "Du bist am Zug"
        with translation.override("en"):
            assert translation.gettext(HELLO) == HELLO
        assert translation.gettext(HELLO) == "Du bist am Zug"


def test_each_thread_speaks_for_itself():
    heard = []
    with translation.override("de"):
        other = Thread(target=lambda: heard.append(translation.get_language()))
        other.start()
        other.join()
    assert heard == ["en"]
