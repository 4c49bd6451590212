"""Sign-ins stand in the log, good and bad: who and how, and nothing that is secret."""

import logging

import pytest
from django.urls import reverse

from games import links
from games.models import SignIn
from games.services import instant
from tests.games.accounts.authenticator import Device, added
from tests.games.accounts.test_passkeys_sign_in import enter
from tests.games.cast import player
from tests.games.pages.table import browser

pytestmark = pytest.mark.django_db


def asked(address: str = "alice@example.org") -> SignIn:
    browser().post(reverse("accounts-sign-in"), {"email": address, "next": ""})
    return SignIn.objects.latest("created_at")


def entered(wish: SignIn, code: str) -> None:
    browser().post(reverse("accounts-enter-code", args=[wish.pk]), {"code": code})


def lines(caplog: pytest.LogCaptureFixture) -> list[str]:
    ours = [record for record in caplog.records if record.name.startswith("games.")]
    return [record.getMessage() for record in ours]


@pytest.fixture(autouse=True)
def _everything_is_logged(caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.INFO)


def test_a_sign_in_by_a_code_is_logged(caplog: pytest.LogCaptureFixture):
    wish = asked()
    entered(wish, links.code_of(wish))
    assert lines(caplog) == [f"player {player('alice').pk} signed in by a code"]


def test_codes_that_are_wrong_or_dead_are_logged(caplog: pytest.LogCaptureFixture):
    wish = asked()
    wrong = "000000" if links.code_of(wish) != "000000" else "111111"
    for _ in range(6):
        entered(wish, wrong)
    assert lines(caplog) == [
        *(f"code to enter refused: wrong, {tries} of 5 tries" for tries in range(1, 6)),
        "code to enter refused: used, too old or tried too often",
    ]


def test_sign_ins_by_passkeys_are_logged(caplog: pytest.LogCaptureFixture):
    device = Device()
    added(device, now=instant.now())
    enter(browser(), device)
    enter(browser(), Device(credential_id=b"\x02" * 32, handle=device.handle))
    assert lines(caplog) == [
        f"player {player('alice').pk} signed in by a passkey",
        "sign-in by a passkey refused: unknown",
    ]


def test_no_line_holds_an_address_or_a_code(caplog: pytest.LogCaptureFixture):
    wish = asked()
    for code in ("123456", links.code_of(wish), links.code_of(wish)):
        entered(wish, code)
    for secret in (
        "alice",
        "example.org",
        "127.0.0.1",
        links.code_of(wish),
        "123456",
        str(wish.pk),
    ):
        assert [line for line in lines(caplog) if secret in line] == []
