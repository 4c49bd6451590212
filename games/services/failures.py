"""What a failed sending means: give up, try later, or the mail server is the trouble."""

from dataclasses import dataclass, replace
from enum import Enum, auto
from smtplib import (
    SMTPDataError,
    SMTPNotSupportedError,
    SMTPRecipientsRefused,
    SMTPResponseException,
)
from typing import Any

from anymail.exceptions import (
    AnymailAPIError,
    AnymailError,
    AnymailInvalidAddress,
    AnymailRecipientsRefused,
)
from django.core.mail import EmailMessage
from django.db import InterfaceError, OperationalError

from games.delivery.rules.causes import RECIPIENT, SERVER
from games.delivery.rules.news import may_pass

REFUSED, UNPROCESSABLE, PERMANENT = 400, 422, 500
# Answers of a provider's interface that speak of our account or of the moment, not of this letter.
NOT_THE_LETTER = frozenset({401, 402, 403, 404, 405, 408, 429})
# Postmark says 422 to all it will not send, and what is the matter by numbers of its own: here
# that it does not know the sender, or that the account may not send.
NOT_THE_LETTER_AT_POSTMARK = frozenset({400, 401, 405, 412, 413})
# The database is stopped, has crashed or is not up yet (class 08 are lost connections).
_STOPPED = frozenset({"57P01", "57P02", "57P03", "57P05"})
TAKEN, IN_VAIN = frozenset({"sent", "queued"}), frozenset({"invalid", "rejected"})
"""What anymail says of a reader: that his letter was taken, or that none to him ever will be."""


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
    stayed: bool = True
    """Whether the letter surely did not leave."""
    dead: bool = False
    """Whether it says that nothing to that address ever will arrive."""


def classify(error: Exception) -> Failure:
    """Judge an error that came while a letter was sent."""
    match error:
        case SMTPRecipientsRefused(recipients=answers):
            code, said = max((int(code), _text(said)) for code, said in answers.values())
            failure = _by_code(code, f"{RECIPIENT} {code}")
            return replace(failure, dead=code >= PERMANENT and not may_pass(said))
        case SMTPDataError(smtp_code=code):
            return _by_code(code, f"letter refused {code}")
        case SMTPNotSupportedError() | AnymailInvalidAddress():
            return Failure(Verdict.GIVE_UP, "address not possible")
        case AnymailRecipientsRefused(email_message=message):
            return refused(message) or Failure(Verdict.GIVE_UP, RECIPIENT)
        case AnymailAPIError(status_code=int(code)) if REFUSED <= code < PERMANENT:
            return _by_answer(code, error.response)
        case SMTPResponseException(smtp_code=code):
            return Failure(Verdict.SERVER_DOWN, f"{SERVER} refused {code}")
        # SMTPException and the errors of `requests` are OSErrors too: cut connections, time-outs.
        case AnymailError() | OSError():
            return replace(unreachable(error), stayed=False)
        case _:
            return unwritten(error)


def refused(message: EmailMessage) -> Failure | None:
    """Judge what a provider's interface told of the reader of a letter that it answered.

    None if it took the letter, or if it was no interface: over SMTP what is refused is an error.
    """
    told = getattr(message, "anymail_status", None)
    if told is None or told.status is None or told.status & TAKEN:
        return None
    if in_vain := told.status & IN_VAIN:
        return Failure(Verdict.GIVE_UP, f"{RECIPIENT}: {min(in_vain)}", dead=True)
    # It told nothing of him: then its answer as a whole tells whether the letter was taken.
    code = getattr(told.esp_response, "status_code", 0)
    if code >= REFUSED:
        return _by_answer(code, told.esp_response)
    later = Failure(Verdict.TRY_LATER, f"{RECIPIENT}: failed")
    return later if "failed" in told.status else None


def unreachable(error: Exception) -> Failure:
    """Judge an error that came before any letter was looked at, or with the connection."""
    return Failure(Verdict.SERVER_DOWN, f"{SERVER}: {type(error).__name__}"[:40])


def unfinished() -> Failure:
    """Judge a letter of which no attempt came to an end: whoever took it up did not survive it."""
    return Failure(Verdict.GIVE_UP, "its workers died of it")


def unwritten(error: Exception) -> Failure:
    """Judge an error that came before anything was sent."""
    return Failure(Verdict.TRY_LATER, f"not written: {type(error).__name__}"[:40])


def database_is_gone(error: BaseException) -> bool:
    """Tell whether an error means that the connection was lost, and not a statement refused.

    Who goes through many things passes it on: no fault of the one that it met, and of no other.
    """
    if not isinstance(error, OperationalError | InterfaceError):
        return False
    # Not asked of the connection: after a quick restart there is a new one by now. What the server
    # never said has no code.
    code = getattr(error.__cause__, "sqlstate", None) or ""
    return not code or code.startswith("08") or code in _STOPPED


def _text(said: bytes | str) -> str:
    return said.decode("ascii", "replace") if isinstance(said, bytes) else said


def _by_answer(code: int, response: Any) -> Failure:
    """Judge a provider's refusal by its status and, where that says little, by what it wrote."""
    own = _postmarks_number(response) if code == UNPROCESSABLE else None
    said = f"{code}" if own is None else f"{code} {own}"
    if code in NOT_THE_LETTER or own in NOT_THE_LETTER_AT_POSTMARK:
        return Failure(Verdict.SERVER_DOWN, f"{SERVER} refused {said}")
    return Failure(Verdict.GIVE_UP, f"letter refused {said}")


def _postmarks_number(response: Any) -> int | None:
    try:
        said = response.json() if response is not None else None
    except ValueError:
        return None
    number = said.get("ErrorCode") if isinstance(said, dict) else None
    return number if isinstance(number, int) else None


def _by_code(code: int, cause: str) -> Failure:
    return Failure(Verdict.GIVE_UP if code >= PERMANENT else Verdict.TRY_LATER, cause)
