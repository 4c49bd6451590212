"""What a failed sending means: give up, try later, or the mail server is the trouble."""

from dataclasses import dataclass
from enum import Enum, auto
from smtplib import (
    SMTPDataError,
    SMTPNotSupportedError,
    SMTPRecipientsRefused,
    SMTPResponseException,
)

from anymail.exceptions import (
    AnymailAPIError,
    AnymailError,
    AnymailInvalidAddress,
    AnymailRecipientsRefused,
)

PERMANENT = 500
# Answers of a mail service that speak of our account or of the moment, not of this letter.
NOT_THE_LETTER = frozenset({401, 403, 408, 429})


class Verdict(Enum):
    """What to do with the letter."""

    GIVE_UP = auto()
    TRY_LATER = auto()
    SERVER_DOWN = auto()
    """Try later, and do not bother the server with other letters now."""


@dataclass(frozen=True, slots=True)
class Failure:
    """A verdict and its cause in a word or two; the server's own text may hold addresses."""

    verdict: Verdict
    cause: str


def classify(error: Exception) -> Failure:
    """Judge an error that came while a letter was sent."""
    match error:
        case SMTPRecipientsRefused(recipients=answers):
            code = max(int(code) for code, _ in answers.values())
            return _by_code(code, f"recipient refused {code}")
        case SMTPDataError(smtp_code=code):
            return _by_code(code, f"letter refused {code}")
        case SMTPNotSupportedError() | AnymailInvalidAddress() | AnymailRecipientsRefused():
            return Failure(Verdict.GIVE_UP, "address not possible")
        case AnymailAPIError(status_code=int(code)) if PERMANENT > code not in NOT_THE_LETTER:
            return Failure(Verdict.GIVE_UP, f"letter refused {code}")
        case SMTPResponseException(smtp_code=code):
            return Failure(Verdict.SERVER_DOWN, f"server refused {code}")
        # SMTPException and the errors of `requests` are OSErrors too: cut connections, time-outs.
        case AnymailError() | OSError():
            return unreachable(error)
        case _:
            return unwritten(error)


def unreachable(error: Exception) -> Failure:
    """Judge an error that came before any letter was looked at, or with the connection."""
    return Failure(Verdict.SERVER_DOWN, f"server: {type(error).__name__}"[:40])


def unwritten(error: Exception) -> Failure:
    """Judge an error that came before anything was sent."""
    return Failure(Verdict.TRY_LATER, f"not written: {type(error).__name__}"[:40])


def _by_code(code: int, cause: str) -> Failure:
    return Failure(Verdict.GIVE_UP if code >= PERMANENT else Verdict.TRY_LATER, cause)
