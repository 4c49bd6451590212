"""What somebody wrote is told from what his mail program put around it. The cases are files."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from games.replies.rules import commands, hypertext, mails
from games.replies.rules.written import written

HERE = Path(__file__).parent
FILES = sorted((HERE / "written").iterdir())


def _cases(file: Path) -> Iterator[tuple[str, str, str]]:
    """Read the cases of a file: each begins with its name and ends with what was written."""
    for case in re.split(r"^##: ", file.read_text(encoding="utf-8"), flags=re.MULTILINE)[1:]:
        name, _, rest = case.partition("\n")
        text, *said = re.split(r"^##=[ \n]", rest, flags=re.MULTILINE)
        yield name, text, "\n".join(line.removesuffix("\n") for line in said)


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_what_was_written_is_found(file):
    found = {
        name: (written(hypertext.plain(text) if file.suffix == ".html" else text), said)
        for name, text, said in _cases(file)
    }
    assert {name: got for name, (got, said) in found.items() if got != said} == {}


@pytest.mark.parametrize(
    "quoted",
    [
        "2026-11-19 18:06 GMT+01:00 Saboteur\n\nA1\nA2",
        "2026-11-19 18:06 GMT+01:00 Saboteur <s@mail.example.org>\n\nA1\nA2",
        "Saboteur <s@mail.example.org> wrote:\n\nA1\nA2",
        "Saboteur\n<s@mail.example.org> schrieb:\n\nA1\nA2",
        "*-------- Original Message --------*\nA1\nA2",
        "发件人: Saboteur\n发送时间: 2026年11月19日 18:06\n\nA1\nA2",
        "发件人：Saboteur\n收件人：alice@example.org\n\nA1\nA2",
        "C> A1\nC> A2",
        "AB > A1\nAB > A2",
        "Sendt fra min iPad\n\nA1\nA2",
    ],
)
@pytest.mark.parametrize("above", ["", "Thanks!\n\n"])
def test_no_code_of_a_quotation_is_played_without_our_own_separator(above, quoted):
    assert commands.read(written(above + quoted), words=frozenset()).commands == ()


def test_there_are_as_many_cases_as_were_promised():
    assert sum(len(list(_cases(file))) for file in FILES) >= 100


def test_a_mail_is_read_however_it_is_packed():
    said = {
        "alternative": "B4",
        "base64": "B4",
        "encrypted": "",
        "flowed": "note the goal at i3 is a stone, so dig towards i5\nFrom here on it is stuffed",
        "flowed-delsp": "B4\nsay oneword",
        "html-only": "say Grüße €",
        "invitation-to-a-meeting": "",
        "passed-on-whole": "B4",
        "quoted-printable": "say Schöner Zug, für 5 € wäre er deiner",
        "signed": "B4",
        "text-that-is-empty": "B4",
        "with-a-picture-and-a-file": "B4",
        "wrong-charset": "B4",
    }
    found = {file.stem: mails.read(file.read_bytes()) for file in (HERE / "mails").iterdir()}
    assert {name: mail.text for name, mail in found.items()} == said
    assert not any(mail.automatic for mail in found.values())


def test_a_mail_says_who_sent_it_and_what_it_answers():
    mail = mails.read((HERE / "mails" / "quoted-printable.eml").read_bytes())
    assert mail.sender == "alice@example.org"
    assert mail.name == "qp@example.org"
    assert mail.answers == ("letter.2@mail.example.org", "letter.1@mail.example.org")


@pytest.mark.parametrize(
    "head",
    [
        "Auto-Submitted: auto-replied",
        "Auto-Submitted: auto-generated; owner-email=a@example.org",
        "Precedence: Bulk",
        "Precedence: auto_reply",
        "X-Autoreply: yes",
        "List-Id: <friends.example.org>",
        "Return-Path: <>",
        "Content-Type: multipart/report; report-type=delivery-status; boundary=b",
    ],
)
def test_what_a_machine_wrote_is_known(head):
    assert mails.read(f"From: alice@example.org\n{head}\n\nB4\n".encode()).automatic
    assert not mails.read(b"From: alice@example.org\nAuto-Submitted: no\n\nB4\n").automatic


@pytest.mark.parametrize(
    "heads",
    [
        "",
        "From: alice",
        "From: alice@example.org, mallory@example.org",
        "From: alice@example.org\nFrom: mallory@example.org",
    ],
)
def test_who_names_no_single_sender_is_nobody(heads):
    assert mails.read(f"{heads}\n\nB4".encode()).sender == ""


def test_parts_within_parts_without_end_are_not_read():
    nested = "".join(
        f"--b{at}\nContent-Type: multipart/mixed; boundary=b{at + 1}\n\n" for at in range(2000)
    )
    with pytest.raises(mails.Unreadable):
        mails.read(f"Content-Type: multipart/mixed; boundary=b0\n\n{nested}".encode())
