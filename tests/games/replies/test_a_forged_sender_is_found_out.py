"""What servers and providers found out about a sender counts, and what a mail claims does not."""

import pytest

from games.replies.rules.genuine import by_provider, by_server, judged

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
    assert judged(tuple(by_server(line, named=MX)), sender=OWN, back_to=back_to) is genuine
    assert not tuple(by_server(line, named=""))


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
    assert judged(found, sender=OWN, back_to=OWN) is genuine


def test_an_spf_of_somebody_elses_makes_no_failure_good():
    found = tuple(by_provider("mailgun", {}, ((SPF, "Pass"), (DKIM, "Fail"))))
    assert judged(found, sender=OWN, back_to=OWN) is True
    assert judged(found, sender=OWN, back_to=FORGER) is False
    assert judged(found, sender=OWN, back_to="bounces@eu.example.org") is True
