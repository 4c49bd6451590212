"""Every way in which sending can fail, and what is done then."""

import ssl
from smtplib import (
    SMTPAuthenticationError,
    SMTPConnectError,
    SMTPDataError,
    SMTPHeloError,
    SMTPNotSupportedError,
    SMTPRecipientsRefused,
    SMTPSenderRefused,
    SMTPServerDisconnected,
)

import pytest
from anymail.exceptions import (
    AnymailAPIError,
    AnymailInvalidAddress,
    AnymailRecipientsRefused,
    AnymailRequestsAPIError,
)
from django.core.mail import BadHeaderError

from games.models import Letter
from games.services.failures import Verdict, classify, unreachable
from games.services.mailbox import RETRIES

ADDRESS = "alice@example.org"
GIVE_UP, LATER, DOWN = Verdict.GIVE_UP, Verdict.TRY_LATER, Verdict.SERVER_DOWN


def answered(status: int) -> AnymailAPIError:
    error = AnymailAPIError(f"{ADDRESS} was not liked")
    error.status_code = status
    return error


@pytest.mark.parametrize(
    ("error", "verdict"),
    [
        (SMTPRecipientsRefused({ADDRESS: (550, b"unknown")}), GIVE_UP),
        (SMTPRecipientsRefused({ADDRESS: (450, b"greylisted")}), LATER),
        (SMTPDataError(554, b"spam"), GIVE_UP),
        (SMTPDataError(452, b"full"), LATER),
        (SMTPNotSupportedError("SMTPUTF8"), GIVE_UP),
        (SMTPSenderRefused(530, b"log in", ADDRESS), DOWN),
        (SMTPAuthenticationError(535, b"no"), DOWN),
        (SMTPConnectError(421, b"busy"), DOWN),
        (SMTPHeloError(500, b"?"), DOWN),
        (SMTPServerDisconnected("cut"), DOWN),
        (ConnectionRefusedError(), DOWN),
        (TimeoutError(), DOWN),
        (ssl.SSLCertVerificationError(), DOWN),
        (AnymailRecipientsRefused(), GIVE_UP),
        (AnymailInvalidAddress(), GIVE_UP),
        (answered(400), GIVE_UP),
        (answered(422), GIVE_UP),
        (answered(401), DOWN),
        (answered(404), DOWN),
        (answered(302), DOWN),
        (answered(200), DOWN),
        (answered(429), DOWN),
        (answered(503), DOWN),
        (AnymailRequestsAPIError("no route"), DOWN),
        (BadHeaderError(), LATER),
        (KeyError(ADDRESS), LATER),
    ],
)
def test_a_failure_has_a_verdict_and_a_cause_without_private_words(error, verdict):
    failure = classify(error)
    assert failure.verdict is verdict
    assert 0 < len(failure.cause) <= Letter._meta.get_field("error").max_length
    assert ADDRESS not in failure.cause


def test_whatever_happens_on_connecting_is_the_servers_trouble():
    # A server without STARTTLS must not cost letters: their addresses are not at fault.
    assert unreachable(SMTPNotSupportedError("STARTTLS")).verdict is DOWN


def test_attempts_are_spread_over_two_days_and_grow_apart():
    assert list(RETRIES) == sorted(RETRIES)
    assert 1.5 < sum(wait.total_seconds() for wait in RETRIES) / 86400 < 3
