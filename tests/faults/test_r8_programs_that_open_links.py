"""R8: programs that open every link of every letter before its reader does, and press buttons."""

import re
from collections.abc import Callable, Iterator, Sequence
from http.client import HTTPConnection
from itertools import cycle, islice
from urllib.parse import urlencode, urlsplit

import pytest
from django.db import connection

from games.models import Letter, Move
from tests.conftest import EMPTY
from tests.faults import plants
from tests.faults.conftest import Row
from tests.faults.effort import ALONE, EFFORT
from tests.faults.players import FORM
from tests.faults.service import Service
from tests.games.cast import NOW
from tests.games.letters.test_every_letter_is_written import CASES, written
from tests.games.pages.table import Forms, checksum
from tests.sampling import sample

Begin = Callable[..., Service]
AGENTS = (
    "Mozilla/5.0 (Windows NT 10.0; Win64; x64) Chrome/126.0 Safari/537.36",
    "Mozilla/5.0 (compatible; link scanner)",
    "",
)
ASKED = (Letter.Kind.STARTED, Letter.Kind.TURN, Letter.Kind.REMINDER)


class Scanner:
    """Asks as a program does that keeps the cookies it is given, or throws them away."""

    def __init__(self, service: Service, agent: str, *, keeps: bool) -> None:
        self._port, self._agent, self._keeps = service.web_port, agent, keeps
        self._cookies: dict[str, str] = {}

    def ask(self, method: str, path: str, body: str = "") -> tuple[int, str]:
        """Ask once and return status and page."""
        at = HTTPConnection("127.0.0.1", self._port, timeout=300)
        cookies = "; ".join(f"{name}={value}" for name, value in self._cookies.items())
        headers = {"User-Agent": self._agent, "Host": "testserver", "Origin": "http://testserver"}
        headers |= {"Cookie": cookies} if cookies else {}
        at.request(method, path, body or None, headers | (FORM if body else {}))
        answer = at.getresponse()
        page = answer.read().decode()
        at.close()
        for said in answer.headers.get_all("Set-Cookie") or [] if self._keeps else []:
            name, _, value = said.partition(";")[0].partition("=")
            self._cookies[name] = value
        return answer.status, page


def links(letter: Letter) -> set[str]:
    """List every address in a letter, in its head as well."""
    message = written(letter)
    said = [str(value) for value in message.values()]
    said += [
        str(each.get_content()) for each in message.walk() if each.get_content_maintype() == "text"
    ]
    return set(re.findall(r"http://testserver(/[^\s\"<>]*)", " ".join(said)))


def scan(service: Service, paths: set[str], times: int) -> int:
    """Open all of them, in every way; count answers that are no page."""
    wrong = 0
    for agent in islice(cycle(AGENTS), times):
        for keeps in (False, True):
            scanner = Scanner(service, agent, keeps=keeps)
            answers = [scanner.ask(how, path) for path in paths for how in ("HEAD", "GET")]
            wrong += sum(status >= 400 and status != 405 for status, _ in answers)
    return wrong


def press(service: Service, paths: set[str]) -> int:
    """Press every button of every page as it is filled in beforehand; count them."""
    scanner = Scanner(service, AGENTS[0], keeps=True)
    forms = [form for path in paths for form in Forms(scanner.ask("GET", path)[1]).forms]
    for to, fields in forms:
        scanner.ask("POST", urlsplit(to).path, urlencode(fields))
    return len(forms)


def changed(before: dict[str, str]) -> set[str]:
    """Name the tables in which something is not as it was."""
    return {table for table, total in checksum().items() if total != before[table]}


def some(config: pytest.Config) -> list[Letter.Kind]:
    """Choose what is written beside other tests: what asks for a move, and some of the others."""
    if ALONE:
        return list(CASES)
    others = sample(config, [kind for kind in CASES if kind not in ASKED], 4)
    return [*ASKED, *others]


def kinds(service: Service, wanted: Sequence[Letter.Kind]) -> Iterator[tuple[Letter.Kind, Letter]]:
    """Write a letter of each wanted kind, each in a database of its own."""
    service.settings["NOW"] = f"'{NOW.isoformat()}'::timestamptz"
    service.start_web()
    for kind in wanted:
        yield kind, CASES[kind]()
        with connection.cursor() as cursor:
            cursor.execute(EMPTY)


@pytest.mark.row("R8", "links of every kind of letter opened by programs first")
@pytest.mark.timeout(3600)
def test_r8_opening_links_changes_no_row(begin: Begin, row: Row, pytestconfig: pytest.Config):
    row.tell(kinds=0, addresses=0, tables_changed=0, no_page=0, buttons=0, moves_made=0)
    said = row.figures
    service, wanted = begin(), some(pytestconfig)
    for kind, letter in kinds(service, wanted):
        paths, before = links(letter), checksum()
        said["no_page"] += scan(service, paths, EFFORT.scans)
        said["tables_changed"] += len(changed(before))
        said["kinds"] += 1
        said["addresses"] += len(paths)
        if kind in ASKED:
            moves = Move.objects.count()
            said["buttons"] += press(service, paths)
            said["moves_made"] += Move.objects.count() - moves
    assert said["tables_changed"] == said["no_page"] == said["moves_made"] == 0
    assert CASES.keys() == {*Letter.Kind}
    assert said["kinds"] == len(wanted)
    assert said["buttons"] > 0


def test_r8_sees_a_page_that_writes_when_it_is_opened(begin: Begin):
    service = begin(plants.seen_when_opened)
    _, letter = next(kinds(service, [Letter.Kind.TURN]))
    paths, before = links(letter), checksum()
    assert scan(service, paths, 1) == 0
    assert changed(before) == {"games_seat"}
