"""Whether a mail comes from whom it says: what servers and providers found out about its sender.

What stands in a mail may have been written by whoever sent it. So of what a provider writes into
it the worst line counts: its own is among them, and nobody can make it better. A server of ours
removes lines of its own name that come from outside, so that the first one is its own.
"""

import re
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

_REMARK = re.compile(r'\([^()]*\)|"[^"]*"')
"""Senders can have words of theirs put into both."""
_METHOD = re.compile(r"\s*(spf|dkim|dmarc)(?:\s*/\s*\d+)?\s*=\s*([a-z]+)")
_SIGNER = re.compile(r"\bheader\.[di]\s*=\s*(?:[^\s@;]*@)?([\w.-]+)")
_SENDGRID = re.compile(r"@([\w.-]+)\s*:\s*([a-z]+)")
_WORD = re.compile(r"[a-z]+")


@dataclass(frozen=True, slots=True)
class Finding:
    """What a method found; of a signature also whose it is, where that is told."""

    method: str
    result: str
    domain: str = ""


def judged(found: Collection[Finding], *, sender: str, back_to: str) -> bool | None:
    """Tell whether a mail from this address, sent back to that one if need be, is genuine.

    What passes for somebody else's domain makes no failure good. None if nothing can be told.
    """
    results = {each.method: each.result for each in found if each.method == "dmarc"}
    if results.get("dmarc") in ("pass", "fail"):
        return results["dmarc"] == "pass"
    for each in found:
        domain = _domain(back_to) if each.method == "spf" else each.domain
        if each.result == "pass" and _aligned(domain, _domain(sender)):
            return True
    return False if any(each.result in ("fail", "hardfail") for each in found) else None


def by_server(line: str, *, named: str) -> Iterator[Finding]:
    """Read the first line of Authentication-Results (RFC 8601), if that server wrote it."""
    server, *results = _without_remarks(line.lower()).split(";")
    if not named or server.split()[:1] != [named.lower()]:
        # Anybody can write such a line.
        return
    for result in results:
        if method := _METHOD.match(result):
            signer = _SIGNER.search(result)
            yield Finding(method[1], method[2], signer[1] if signer else "")


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


def _without_remarks(line: str) -> str:
    while (bare := _REMARK.sub(" ", line)) != line:
        line = bare
    return line


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


def _domain(address: str) -> str:
    return address.strip().strip("<>").rpartition("@")[2].lower()


def _aligned(domain: str, other: str) -> bool:
    """Tell whether two domains are one's. Whose signature it is some do not tell."""
    if not domain:
        return True
    return domain == other or domain.endswith(f".{other}") or other.endswith(f".{domain}")
