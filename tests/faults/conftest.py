"""The rows of the battery: what each found, and one table of all at the end."""

from collections.abc import Callable, Generator, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest
from django.db import connection

from saboteur_site.local.children import Child
from tests.faults.processes import Plant
from tests.faults.service import Service

ROW = "row of the battery"


@dataclass
class Row:
    """A line of the table."""

    name: str
    what: str
    figures: dict[str, Any] = field(default_factory=dict)

    def tell(self, **figures: object) -> None:
        """Note figures, in the order in which they are to be read."""
        self.figures.update(figures)

    def __str__(self) -> str:
        said = (f"{name.replace('_', ' ')} {_short(it)}" for name, it in self.figures.items())
        return f"{self.what}: {', '.join(said)}"


def _short(figure: object) -> str:
    return f"{figure:.2f}" if isinstance(figure, float) else f"{figure:,}"


def pytest_configure(config: pytest.Config) -> None:
    """Let tests say which row they are."""
    config.addinivalue_line("markers", "row(name, what): a row of the battery of faults")


@pytest.fixture
def row(request: pytest.FixtureRequest) -> Row:
    """The row that this test is."""
    made: Row = Row(*request.node.get_closest_marker("row").args)
    request.node.user_properties.append((ROW, made))
    return made


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(
    item: pytest.Item,
) -> Generator[None, pytest.TestReport, pytest.TestReport]:
    """Tell the row in words: a report may come from another process."""
    report = yield
    report.user_properties = [
        (name, (it.name, str(it)) if isinstance(it, Row) else it)
        for name, it in report.user_properties
    ]
    return report


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Print the table."""
    ended = [(each, "ok") for each in terminalreporter.getreports("passed")]
    ended += [(each, "MISSED") for each in terminalreporter.getreports("failed")]
    rows = [
        (*told, verdict)
        for report, verdict in ended
        for name, told in report.user_properties
        if name == ROW and report.when == "call"
    ]
    if rows:
        terminalreporter.section("faults")
    for name, said, verdict in sorted(rows, key=lambda row: int(row[0][1:])):
        terminalreporter.write_line(f"{name:<4} {verdict:<7} {said}")


@pytest.fixture
def begin(
    transactional_db: None, servers: tuple[Child, Child], tmp_path: Path, settings
) -> Iterator[Callable[..., Service]]:
    """Makes the service, sound or with something broken in it; the test starts what it needs."""
    made: list[Service] = []
    answer_when_written("on")
    settings.LETTER_GRACE = 0  # these people are quicker than anybody leaves his table

    def begin(plant: Plant | None = None, **settings: object) -> Service:
        folder = tmp_path / str(len(made))
        folder.mkdir()
        made.append(Service(folder, *servers, plant))
        made[-1].settings |= settings
        return made[-1]

    yield begin
    for service in made:
        service.kill()
    answer_when_written("off")


def answer_when_written(how: str) -> None:
    """Let Postgres say that something stands when it would stand a crash; tests need not wait."""
    name = connection.ops.quote_name(connection.settings_dict["NAME"])
    connection.close()  # the last one may have been cut
    with connection.cursor() as cursor:
        cursor.execute(f"ALTER DATABASE {name} SET synchronous_commit = {how}")
    connection.close()
