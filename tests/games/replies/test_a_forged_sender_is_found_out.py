"""What servers and providers found out about a sender counts, and what a mail claims does not."""

import pytest

from games.replies.rules.genuine import Finding, by_provider, by_server, comes_back, judged
from games.replies.rules.mails import Unreadable, read

OWN, FORGER = "alice@example.org", "mallory@evil.example"
MX = "mx.example.org"


@pytest.mark.parametrize(
    ("line", "back_to", "genuine"),
    [
        ("", OWN, None),
        (f"{MX}; dmarc=pass header.from=example.org; spf=fail", FORGER, True),
        (f"{MX}; spf=pass smtp.mailfrom=evil.example; dmarc=fail (p=none)", FORGER, False),
        (f"{MX} 1; SPF=Pass smtp.mailfrom=example.org; dkim=fail", OWN, True),
        (f"{MX}; spf=pass smtp.mailfrom=evil.example; dkim=fail", FORGER, False),
        (f"{MX}; spf=fail; dkim=pass header.d=example.org", FORGER, True),
        (f"{MX}; spf=fail; dkim=pass header.i=@mail.example.org", FORGER, True),
        (f"{MX}; spf=fail; dkim=pass header.i=@evil.example", FORGER, False),
        (f"{MX}; spf=fail; dkim=pass header.d=notexample.org", FORGER, False),
        (f"{MX}; spf=softfail; dkim=none", FORGER, None),
        (f"{MX}; spf=fail (a; dkim=pass (b); dkim=pass) smtp.mailfrom=x", OWN, False),
        (f'{MX}; spf=fail smtp.mailfrom="; dmarc=pass"@evil.example', FORGER, False),
        (f"{MX}; none", OWN, None),
        # Written by another server, or by whoever sent the mail.
        ("mx.example.net; dmarc=fail", OWN, None),
        (f"{MX}.evil.example; dmarc=fail", OWN, None),
    ],
)
def test_the_line_of_our_own_server_is_believed(line, back_to, genuine):
    found = tuple(by_server([line], named=MX))
    assert judged(found, sender=OWN, back_to=back_to).genuine is genuine
    assert not tuple(by_server([line], named=""))


@pytest.mark.parametrize(
    ("lines", "genuine", "failed"),
    [
        (("dmarc=none header.from=example.org", "spf=fail smtp.mailfrom=x"), False, ("SPF",)),
        (("spf=fail smtp.mailfrom=x", "dmarc=none header.from=example.org"), False, ("SPF",)),
        (("dmarc=none; spf=fail", "dkim=pass header.d=example.org"), True, ()),
        (("dmarc=pass", "dmarc=fail"), False, ("DMARC",)),
        (("spf=pass smtp.mailfrom=example.org", "spf=fail"), False, ("SPF",)),
        (("spf=fail", "dkim=fail", "dmarc=fail"), False, ("SPF", "DKIM", "DMARC")),
    ],
)
def test_no_line_of_our_own_server_hides_another(lines, genuine, failed):
    found = tuple(by_server([f"{MX}; {line}" for line in lines], named=MX))
    verdict = judged(found, sender=OWN, back_to=OWN)
    assert (verdict.genuine, verdict.failed) == (genuine, failed)


@pytest.mark.parametrize(
    ("line", "unsure"),
    [
        ("spf=temperror smtp.mailfrom=example.org", ("SPF",)),
        ("dmarc=temperror; spf=none", ("DMARC",)),
        ("dmarc=fail; dkim=temperror header.d=example.org", ("DKIM",)),
        # As OpenDKIM, rspamd and Google say that the signer's key is missing.
        ('dkim=permerror reason="key not found in DNS" header.d=example.org', ("DKIM",)),
        ("dkim=permerror (no key) header.d=example.org; dmarc=fail", ("DKIM",)),
        ("dkim=fail (no key for signature) header.d=example.org", ("DKIM",)),
    ],
)
def test_a_check_that_could_not_be_finished_is_no_failure(line, unsure):
    verdict = judged(tuple(by_server([f"{MX}; {line}"], named=MX)), sender=OWN, back_to=OWN)
    assert (verdict.genuine, verdict.unsure) == (None, unsure)


def test_a_pass_makes_up_for_a_check_that_could_not_be_finished():
    lines = [f"{MX}; spf=temperror", f"{MX}; dkim=pass header.d=example.org"]
    assert judged(tuple(by_server(lines, named=MX)), sender=OWN, back_to=OWN).genuine is True


@pytest.mark.parametrize(
    "line",
    [
        "spf=pass smtp.helo=example.org; dkim=fail",
        "spf=pass smtp.mailfrom=evil.example; dkim=fail",
        'dkim=pass header.d="evil.example"; spf=fail',
        "dkim=pass; spf=fail",
        r'spf=fail smtp.mailfrom="a\"; dmarc=pass; \""@evil.example',
        r"spf=fail (\); dmarc=pass \() smtp.mailfrom=evil.example",
    ],
)
def test_a_pass_counts_for_the_domain_that_it_names_and_for_no_other(line):
    found = tuple(by_server([f"{MX}; {line}"], named=MX))
    assert judged(found, sender=OWN, back_to=OWN).genuine is False


def test_only_lines_above_the_first_received_are_read():
    heads = (
        f"Authentication-Results: {MX}; dmarc=none",
        "Authentication-Results: mx.example.net; dmarc=pass",
        f"authentication-results: {MX};\r\n\tspf=fail smtp.mailfrom=evil.example",
        f"Received: from evil.example by {MX}",
        f"Authentication-Results: {MX}; dmarc=pass",
        f"From: {OWN}",
    )
    mail = read("\r\n".join((*heads, "", "A1")).encode())
    found = tuple(by_server(mail.checked, named=MX))
    assert [(each.method, each.result) for each in found] == [("dmarc", "none"), ("spf", "fail")]


def test_a_server_that_writes_too_much_is_not_read():
    line = f"Authentication-Results: {MX}; {'dkim=fail ' * 900}"
    with pytest.raises(Unreadable):
        read(f"{line}\r\nFrom: {OWN}\r\n\r\nA1".encode())


def test_a_refusal_comes_back_only_where_spf_passed_for_the_envelope_sender():
    def found(line: str) -> tuple[Finding, ...]:
        return tuple(by_server([f"{MX}; {line}"], named=MX))

    assert comes_back(found("spf=pass smtp.mailfrom=evil.example; dmarc=fail"), back_to=FORGER)
    assert not comes_back(found("spf=pass smtp.mailfrom=evil.example"), back_to=OWN)
    assert not comes_back(found("spf=fail; dmarc=pass"), back_to=OWN)
    assert not comes_back((), back_to=OWN)


def amazon(**verdicts: str) -> dict[str, object]:
    told = {f"{method}Verdict": {"status": status} for method, status in verdicts.items()}
    return {"notificationType": "Received", "receipt": told}


def postmark(*heads: tuple[str, str]) -> dict[str, object]:
    return {"Headers": [{"Name": name, "Value": value} for name, value in heads]}


SPF, DKIM = "X-Mailgun-Spf", "X-Mailgun-Dkim-Check-Result"
TESTS, RECEIVED = "X-Spam-Tests", "Received-SPF"
VALID = "DKIM_SIGNED,DKIM_VALID,DKIM_VALID_AU,SPF_PASS"
FAILED = "Fail (no) identity=mailfrom; envelope-from=alice@example.org"


@pytest.mark.parametrize(
    ("provider", "told", "heads", "genuine"),
    [
        ("amazon_ses", amazon(spf="PASS", dkim="PASS", dmarc="PASS"), (), True),
        ("amazon_ses", amazon(spf="PASS", dkim="PASS", dmarc="FAIL"), (), False),
        ("amazon_ses", amazon(spf="FAIL", dkim="GRAY", dmarc="GRAY"), (), False),
        ("amazon_ses", amazon(spf="GRAY", dkim="PROCESSING_FAILED"), (), None),
        ("amazon_ses", amazon(), (), None),
        ("mailgun", {}, ((SPF, "Pass"), (DKIM, "Pass")), True),
        ("mailgun", {}, ((SPF, "Fail"), (DKIM, "Fail")), False),
        ("mailgun", {}, ((SPF, "Fail"),), False),
        ("mailgun", {}, ((SPF, "SoftFail"),), None),
        ("mailgun", {}, (), None),
        # Written into the mail by who forged it, above what the provider found and below it.
        ("mailgun", {}, ((SPF, "Fail"), (DKIM, "Fail"), (SPF, "Pass"), (DKIM, "Pass")), False),
        ("mailgun", {}, ((DKIM, "Pass"), (SPF, "Pass"), (DKIM, "Fail"), (SPF, "Fail")), False),
        ("mailgun", {}, ((SPF, "Fail"), (DKIM, "Pass"), (DKIM, "")), False),
        ("postmark", postmark((RECEIVED, "Pass (yes)"), (TESTS, VALID)), (), True),
        ("postmark", postmark((RECEIVED, FAILED), (TESTS, VALID)), (), True),
        ("postmark", postmark((RECEIVED, FAILED), (TESTS, "SPF_FAIL")), (), False),
        ("postmark", postmark((TESTS, "DKIM_SIGNED,DKIM_INVALID")), (), False),
        ("postmark", postmark((TESTS, "DKIM_SIGNED,DKIM_VALID,SPF_NONE")), (), None),
        ("postmark", postmark((RECEIVED, FAILED), (TESTS, VALID), (TESTS, "SPF_FAIL")), (), False),
        ("postmark", postmark((RECEIVED, FAILED), (TESTS, "")), ((TESTS, VALID),), False),
        ("sendgrid", {"SPF": "pass", "dkim": "{@example.org : pass}"}, (), True),
        ("sendgrid", {"SPF": "fail", "dkim": "{@example.org : pass}"}, (), True),
        ("sendgrid", {"SPF": "fail", "dkim": "{@evil.example : pass}"}, (), False),
        ("sendgrid", {"SPF": "softfail", "dkim": "none"}, (), None),
        ("sendgrid", {"dkim": "{@example.org : fail}"}, (), False),
        ("sendgrid", {}, ((SPF, "Fail"),), None),
        # Who gives nothing of the kind, or writes Authentication-Results.
        ("brevo", {}, ((SPF, "Fail"), (RECEIVED, FAILED)), None),
    ],
)
def test_what_a_provider_tells_is_believed_and_what_the_mail_adds_is_not(
    provider, told, heads, genuine
):
    found = tuple(by_provider(provider, told, heads))
    assert judged(found, sender=OWN, back_to=OWN).genuine is genuine


def test_an_spf_of_somebody_elses_makes_no_failure_good():
    found = tuple(by_provider("mailgun", {}, ((SPF, "Pass"), (DKIM, "Fail"))))
    assert judged(found, sender=OWN, back_to=OWN).genuine is True
    assert judged(found, sender=OWN, back_to=FORGER).genuine is False
    assert judged(found, sender=OWN, back_to="bounces@eu.example.org").genuine is True
