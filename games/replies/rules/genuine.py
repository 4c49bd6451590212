"""Whether a mail comes from whom it says: what servers and providers found out about its sender.

The sender may have written anything that is in a mail. So of what a provider writes into it the
worst line counts: its own is among them, and nobody can make it better. Of servers only lines above
the first `Received` are read (`mails.Mail.checked`): no sender can write there.
"""

import re
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

_METHOD = re.compile(r"\s*(spf|dkim|dmarc)(?:\s*/\s*\d+)?\s*=\s*([a-z]+)")
_SIGNER = re.compile(r"\bheader\.[di]\s*=\s*(?:[^\s@;]*@)?([\w.-]+)")
_RETURNS = re.compile(r"\bsmtp\.mailfrom\s*=\s*(?:[^\s@;]*@)?([\w.-]+)")
_GREETS = re.compile(r"\bsmtp\.helo\s*=")
_NO_KEY = re.compile(r"\bno key\b|\bno public key\b|\bkey not found\b|\bkey dns query failed\b")
"""How OpenDKIM, rspamd and others say that DNS has no key for a signature."""
_PLAIN = re.compile(r"[\w.@+-]*")
_SENDGRID = re.compile(r"@([\w.-]+)\s*:\s*([a-z]+)")
_WORD = re.compile(r"[a-z]+")


@dataclass(frozen=True, slots=True)
class Finding:
    """What a method found, and about whose domain, if the checker names it."""

    method: str
    result: str
    domain: str = ""


@dataclass(frozen=True, slots=True)
class Verdict:
    """Whether a mail is genuine: None if nothing says so or otherwise."""

    genuine: bool | None
    failed: tuple[str, ...] = ()
    """The checks that failed, such as "SPF"."""
    unsure: tuple[str, ...] = ()
    """The checks that could not be finished: with `genuine` None, later they may be."""


def judged(found: Collection[Finding], *, sender: str, back_to: str) -> Verdict:
    """Judge whether a mail from `sender`, with the envelope sender `back_to`, is genuine.

    DMARC decides where it says pass or fail (RFC 7489 4.2); "none" says nothing. A pass for
    another domain than the sender's makes no failure good.
    """
    failed = _checks(found, ("fail", "hardfail"))
    unsure = _checks(found, ("temperror",))
    if "DMARC" not in failed and any(
        each.result == "pass" and _counts(each, failed, sender=sender, back_to=back_to)
        for each in found
    ):
        return Verdict(genuine=True)
    return Verdict(False if failed and not unsure else None, failed, unsure)


def comes_back(found: Iterable[Finding], *, back_to: str) -> bool:
    """Tell whether a refusal reaches who sent a mail, since SPF passed for its envelope sender."""
    results = {each.result for each in found if each.method == "spf" and _is_of(each, back_to)}
    return results == {"pass"}


def by_server(lines: Iterable[str], *, named: str) -> Iterator[Finding]:
    """Read all lines of Authentication-Results (RFC 8601) that this server wrote."""
    for line in lines:
        (server, _), *results = _parts(line.lower())
        # Anybody can write such a line, so only of our own server's.
        if named and server.split()[:1] == [named.lower()]:
            for result, remarks in results:
                yield from _finding(result, remarks)


def by_provider(
    provider: str, told: Mapping[str, Any], heads: Iterable[tuple[str, str]]
) -> Iterator[Finding]:
    """Read what a provider tells of a mail in fields of its own, beside it and in its head."""
    beside = told.get("Headers", ()) if provider == "postmark" else ()
    lines: dict[str, list[str]] = {}
    for name, value in (*heads, *((each["Name"], each["Value"]) for each in beside)):
        lines.setdefault(name.lower(), []).append(str(value).lower())
    match provider:
        case "amazon_ses":
            yield from _by_amazon(told)
        case "mailgun":
            yield from _worst("spf", _words(lines.get("x-mailgun-spf", ())))
            yield from _worst("dkim", _words(lines.get("x-mailgun-dkim-check-result", ())))
        case "postmark":
            yield from _worst("spf", _words(lines.get("received-spf", ())))
            yield from _by_spamassassin(lines.get("x-spam-tests", ()))
        case "sendgrid":
            yield from _worst("spf", _words([str(told.get("SPF", "")).lower()]))
            for domain, result in _SENDGRID.findall(str(told.get("dkim", "")).lower()):
                yield Finding("dkim", result, domain)


def _finding(result: str, remarks: str) -> Iterator[Finding]:
    method = _METHOD.match(result)
    if method is None:
        return
    name, found = method[1], method[2]
    if name == "dkim" and found != "pass" and _NO_KEY.search(remarks):
        found = "temperror"
    about = _SIGNER.search(result) if name == "dkim" else _RETURNS.search(result)
    if found == "pass" and about is None and (name == "dkim" or _GREETS.search(result)):
        # For whom it passed is not told, or it is the name that a server greets with.
        return
    yield Finding(name, found, about[1] if about and name != "dmarc" else "")


def _parts(line: str) -> list[tuple[str, str]]:
    """Split a line at its semicolons; each part without its remarks, and those beside it.

    A sender can have words put into remarks and quoted strings, so only plain ones stay.
    """
    parts: list[tuple[str, str]] = []
    said: list[str] = []
    remarks: list[str] = []
    quoted: list[str] = []
    depth, is_quoted, escaped = 0, False, False
    for sign in line:
        if escaped or (sign == "\\" and (depth or is_quoted)):
            escaped = not escaped
            (quoted if is_quoted else remarks).append(sign)
        elif is_quoted:
            if sign == '"':
                is_quoted, text = False, "".join(quoted)
                quoted.clear()
                remarks.append(f" {text} ")
                said.append(text if _PLAIN.fullmatch(text) else " ")
            else:
                quoted.append(sign)
        elif sign == '"' and not depth:
            is_quoted = True
        elif sign == "(" or (sign == ")" and depth):
            depth += 1 if sign == "(" else -1
            said.append(" ")
            remarks.append(" ")
        elif depth:
            remarks.append(sign)
        elif sign == ";":
            parts.append(("".join(said), "".join(remarks)))
            said.clear()
            remarks.clear()
        else:
            said.append(sign)
    return [*parts, ("".join(said), "".join(remarks))]


def _by_amazon(told: Mapping[str, Any]) -> Iterator[Finding]:
    for method in ("spf", "dkim", "dmarc"):
        verdict = told.get("receipt", {}).get(f"{method}Verdict", {})
        yield Finding(method, str(verdict.get("status", "")).lower())


def _by_spamassassin(lines: Sequence[str]) -> Iterator[Finding]:
    tests = [set(re.findall(r"\w+", line)) for line in lines]
    if any("spf_fail" in each for each in tests):
        yield Finding("spf", "fail")
    if any("dkim_invalid" in each for each in tests):
        yield Finding("dkim", "fail")
    elif tests and all("dkim_valid_au" in each for each in tests):
        # "au": the author's own domain signed it.
        yield Finding("dkim", "pass")


def _worst(method: str, results: Collection[str]) -> Iterator[Finding]:
    if "fail" in results:
        yield Finding(method, "fail")
    elif set(results) == {"pass"}:
        yield Finding(method, "pass")


def _words(lines: Iterable[str]) -> list[str]:
    return [found[0] if (found := _WORD.search(line)) else "" for line in lines]


def _checks(found: Iterable[Finding], results: Collection[str]) -> tuple[str, ...]:
    """Name the checks that had one of these results."""
    had = {each.method.upper() for each in found if each.result in results}
    return tuple(check for check in ("SPF", "DKIM", "DMARC") if check in had)


def _counts(passed: Finding, failed: Collection[str], *, sender: str, back_to: str) -> bool:
    """Tell whether a pass shows that the sender is genuine; of signatures there may be several."""
    match passed.method:
        case "dmarc":
            return True
        case "spf":
            domain = passed.domain or _domain(back_to)
            return bool(domain) and "SPF" not in failed and _aligned(domain, _domain(sender))
        case _:
            # Not every provider names whose signature it is.
            return not passed.domain or _aligned(passed.domain, _domain(sender))


def _is_of(found: Finding, address: str) -> bool:
    return not found.domain or found.domain == _domain(address)


def _domain(address: str) -> str:
    return address.strip().strip("<>").rpartition("@")[2].lower()


def _aligned(domain: str, other: str) -> bool:
    """Tell whether two domains are one's."""
    return domain == other or domain.endswith(f".{other}") or other.endswith(f".{domain}")
