"""R9: mail programs press the button that stops letters, as RFC 8058 has it, and press it again."""

from collections.abc import Callable
from urllib.parse import urlsplit

import pytest

from games.models import Letter
from tests.faults import plants
from tests.faults.conftest import Row
from tests.faults.service import Service
from tests.faults.test_r8_programs_that_open_links import AGENTS, Scanner, changed, kinds, some
from tests.games.letters.test_every_letter_is_written import written
from tests.games.pages.table import checksum

Begin = Callable[..., Service]
PRESSED = "List-Unsubscribe=One-Click"


def press_thrice(service: Service, letter: Letter) -> dict[str, int]:
    """Open the address and press its button, with no cookie; count what is not as it must be."""
    message = written(letter)
    path = urlsplit(message["List-Unsubscribe"].strip(" <>")).path
    program, before = Scanner(service, AGENTS[1], keeps=False), checksum()
    opened, _ = program.ask("GET", path)
    by_opening = len(changed(before))
    answers = [program.ask("POST", path, PRESSED)[0]]
    after = checksum()
    answers += [program.ask("POST", path, PRESSED)[0] for _ in range(2)]
    if "List-Unsubscribe-Post" not in message:
        # What concerns the account offers no click: a link alone must not stop everything.
        return {
            "changed_by_opening": by_opening + (opened != 200),
            "stopped_by_a_click": int(after != before),
            "not_403": sum(status != 403 for status in answers),
        }
    return {
        "without_header": int(message["List-Unsubscribe-Post"] != PRESSED),
        "changed_by_opening": by_opening + (opened != 200),
        "not_stopped": int(after == before),
        "changed_again": len(changed(after)),
        "not_200": sum(status != 200 for status in answers),
    }


@pytest.mark.row("R9", "one click stops letters of every kind, without a cookie, thrice")
@pytest.mark.timeout(3600)
def test_r9_one_click_stops_letters_of_every_kind(
    begin: Begin, row: Row, pytestconfig: pytest.Config
):
    service, said, wanted = begin(), row.figures, some(pytestconfig)
    row.tell(kinds=0)
    for _, letter in kinds(service, wanted):
        said["kinds"] += 1
        for what, count in press_thrice(service, letter).items():
            said[what] = said.get(what, 0) + count
    assert said["kinds"] == len(wanted)
    assert not any(count for what, count in said.items() if what != "kinds")


def test_r9_sees_that_a_program_is_sent_elsewhere(begin: Begin):
    service = begin(plants.sent_elsewhere)
    _, letter = next(kinds(service, [Letter.Kind.TURN]))
    assert press_thrice(service, letter)["not_200"] == 3
