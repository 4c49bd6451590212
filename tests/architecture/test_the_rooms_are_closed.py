"""The import contracts of `pyproject.toml` do close: what is planted in a copy is found."""

import ast
import os
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

from tests.rows import each_row

ROOT = Path(__file__).parents[2]
CHECK = "from importlinter.cli import lint_imports_command as c; c(['--no-cache'])"
CONTRACTS = {
    contract["name"]: contract
    for contract in tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["tool"][
        "importlinter"
    ]["contracts"]
}
BARE, ENGINE, RULES, BOTS, STATES, SERVICE, *HOUSES, CLOCKS, RULERS, LAUNCHER = CONTRACTS
(
    TIME,
    LEAGUES,
    SUMS,
    DELIVERY,
    NEWS,
    GATHERING,
    ORDERS,
    LINES,
    SEATS,
    HANDS,
    TALK,
    DRAWING,
    *MORE,
) = HOUSES
APART, PEOPLE, OPEN, REPLAY, RATINGS, SAID, REPLIES, WRITTEN, *OTHERS = MORE
RESULTS, ACCOUNTS, PRACTICE, LIMITS, CLEANING, SUBSCRIPTIONS, *RULING, LOG = OTHERS
CHANNELS, FAR, KEYS, *RULING = RULING
SIGNALS, MODERATION, SANCTIONS, CASES, MACHINE, GLASS = RULING
PAGES = (
    "views.table",
    "forms",
    "letters.table",
    "texts.story",
    "drawing.maze",
    "admin.tables",
    "tasks",
)

BREACHES = [
    (BARE, "engine.rng", "django"),
    # Whatever lives beside the layers has its place among them.
    (ENGINE, "engine.parts.gold", "engine.registry"),
    (ENGINE, "engine.maze.cells", "engine.api"),
    (RULES, "engine.rulesets.saboteur.moves", "engine.rulesets.duel.view"),
    *(
        (BOTS, f"engine.rulesets.{source}", f"engine.rulesets.{source.split('.')[0]}.{room}")
        for source in ("saboteur.bot", "saboteur2.guide", "dark_cave.foresight", "dark_cave.sights")
        for room in ("state", "fields", "setup", "play", "legal")
    ),
    (BOTS, "engine.bots.reach", "engine.rulesets.duel.state"),
    *((STATES, f"games.{room}", "engine.registry") for room in PAGES),
    *((STATES, f"games.{room}", "engine.rulesets.saboteur.state") for room in PAGES),
    (STATES, "games.views.seat", "games.selectors.snapshot"),
    (SERVICE, "games.middleware", "games.views"),
    (SERVICE, "games.services.people", "games.checks"),
    (DRAWING, "games.drawing.raster", "games.models"),
    (SERVICE, "games.migrations.0001_first", "games.services.people"),
    (SERVICE, "games.clocks.models", "games.letters"),
    (TIME, "games.clocks.models", "games.clocks.services"),
    (LEAGUES, "games.leagues.selectors.facts", "games.leagues.services.standings"),
    (LEAGUES, "games.leagues.rules.terms", "games.leagues.models"),
    (SUMS, "games.leagues.rules.terms", "games.errors"),
    (SUMS, "games.leagues.rules.standing", "engine.api"),
    (DELIVERY, "games.delivery.models", "games.delivery.services.weighing"),
    (NEWS, "games.delivery.rules.news", "anymail"),
    (STATES, "games.leagues.services.dealing", "engine.registry"),
    (SERVICE, "games.services.games", "games.leagues.services.dealing"),
    (GATHERING, "games.gathering.rules.names", "games.gathering.services"),
    (SERVICE, "games.gathering.rules.names", "games.models"),
    (ORDERS, "games.orders.selectors", "games.orders.services"),
    (LINES, "games.orders.rules.lines", "games.models"),
    (SEATS, "games.substitutes.models", "games.substitutes.services.standing"),
    (SEATS, "games.substitutes.selectors", "games.substitutes.services"),
    (SERVICE, "games.substitutes.models", "games.selectors"),
    (HANDS, "games.substitutes.services.misses", "games.substitutes.services.offers"),
    (REPLAY, "games.replay.rules.playing", "games.replay.selectors"),
    (REPLAY, "games.replay.models", "games.replay.selectors"),
    (STATES, "games.replay.rules.playing", "engine.registry"),
    (REPLIES, "games.replies.rules.days", "games.replies.models"),
    (REPLIES, "games.replies.services.acting", "games.replies.receiver"),
    (SAID, "games.replies.rules.codes", "engine.api"),
    (WRITTEN, "games.replies.rules.written", "games.replies.rules.mails"),
    (SERVICE, "games.services.mailbox", "games.replies.services.acting"),
    (PEOPLE, "games.people.models", "games.people.selectors"),
    (PEOPLE, "games.people.rules.looks", "games.people.models"),
    (OPEN, "games.people.selectors", "games.selectors.snapshot"),
    (OPEN, "games.people.selectors", "games.talk.models"),
    (SERVICE, "games.people.rules.names", "games.models"),
    (TALK, "games.talk.models", "games.talk.services.saying"),
    (TALK, "games.talk.selectors", "games.talk.services"),
    (SERVICE, "games.talk.models", "games.selectors"),
    (APART, "games.talk.services.saying", "games.services.turns"),
    (APART, "games.talk.selectors", "games.selectors.snapshot"),
    (ACCOUNTS, "games.accounts.models", "games.accounts.sessions"),
    (ACCOUNTS, "games.accounts.selectors", "games.accounts.services"),
    (SERVICE, "games.accounts.sessions", "games.selectors"),
    (PRACTICE, "games.practice.models", "games.practice.services"),
    (LIMITS, "games.limits.rules", "games.limits.services"),
    (CLEANING, "games.cleaning.rules", "games.cleaning.services"),
    (SUBSCRIPTIONS, "games.subscriptions.rules", "games.subscriptions.models"),
    (SUBSCRIPTIONS, "games.subscriptions.selectors", "games.subscriptions.services"),
    (SERVICE, "games.subscriptions.rules", "games.models"),
    (CHANNELS, "games.channels.rules.places", "games.channels.services.calling"),
    (CHANNELS, "games.channels.selectors", "games.channels.services.keeping"),
    (FAR, "games.channels.rules.places", "socket"),
    (FAR, "games.channels.rules.messages", "games.texts.channels"),
    (KEYS, "games.channels.services.sending", "games.links"),
    (SERVICE, "games.channels.models", "games.letters"),
    (MODERATION, "games.moderation.rules.matrix", "games.moderation.selectors"),
    (MODERATION, "games.moderation.services.doing", "games.moderation.acts"),
    (SERVICE, "games.moderation.services.scene", "games.views"),
    (RATINGS, "games.ratings.models", "games.ratings.services"),
    (RATINGS, "games.ratings.selectors", "games.ratings.services"),
    (RESULTS, "games.results.rules", "games.results.services"),
    (SANCTIONS, "games.sanctions.rules", "games.sanctions.models"),
    (SANCTIONS, "games.sanctions.selectors", "games.sanctions.services"),
    (SERVICE, "games.sanctions.services.imposing", "games.moderation.services"),
    (SIGNALS, "games.signals.rules", "games.signals.selectors"),
    (SIGNALS, "games.signals.selectors", "games.signals.services"),
    (SERVICE, "games.signals.services.households", "games.moderation.services"),
    (CASES, "games.cases.rules.queue", "games.cases.selectors"),
    (CASES, "games.cases.selectors.pages", "games.cases.services.claiming"),
    (SERVICE, "games.moderation.services.scene", "games.cases.services.claiming"),
    (GLASS, "games.glass.rules", "games.glass.models"),
    (GLASS, "games.glass.tickets", "games.glass.services"),
    (MACHINE, "games.machine.models", "games.machine.selectors"),
    (MACHINE, "games.machine.selectors", "games.machine.services"),
    (SERVICE, "games.machine.services.errands", "games.moderation.acts"),
    (LOG, "games.log.rules", "games.log.models"),
    (LOG, "games.log.models", "games.log.services"),
    (SERVICE, "games.log.services.writing", "games.services.locks"),
    (SERVICE, "games.limits.services", "games.services.people"),
    (SERVICE, "games.services.games", "games.practice.services.dealing"),
    (CLOCKS, "games.clocks.rules.forms", "games.errors"),
    (RULERS, "games.clocks.rules.table", "games.clocks.rules.turns"),
    (LAUNCHER, "saboteur_site.env", "games.errors"),
]
# A new module stands in no layer until somebody says where.
NOWHERE = [
    (ENGINE, "engine.news"),
    (SERVICE, "games.news"),
    (TIME, "games.clocks.news"),
    (LEAGUES, "games.leagues.news"),
    (GATHERING, "games.gathering.news"),
    (SEATS, "games.substitutes.news"),
    (ORDERS, "games.orders.news"),
    (TALK, "games.talk.news"),
    (ACCOUNTS, "games.accounts.news"),
    (PRACTICE, "games.practice.news"),
    (LIMITS, "games.limits.news"),
    (CLEANING, "games.cleaning.news"),
    (PEOPLE, "games.people.news"),
    (REPLIES, "games.replies.news"),
    (WRITTEN, "games.replies.rules.news"),
    (SUBSCRIPTIONS, "games.subscriptions.news"),
    (CHANNELS, "games.channels.news"),
    (LOG, "games.log.news"),
    (GLASS, "games.glass.news"),
    (MODERATION, "games.moderation.news"),
    (RESULTS, "games.results.news"),
    (SANCTIONS, "games.sanctions.news"),
    (SIGNALS, "games.signals.news"),
    (MACHINE, "games.machine.news"),
]


def copied(folder: Path) -> Path:
    """The code without its data, to plant things in."""
    shutil.copy(ROOT / "pyproject.toml", folder)
    for package in ("engine", "games", "saboteur_site"):
        for path in (ROOT / package).rglob("*.py"):
            target = folder / path.relative_to(ROOT)
            target.parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(path, target)
    return folder


def reported(folder: Path) -> str:
    """What the check says of the code there."""
    done = subprocess.run(
        [sys.executable, "-c", CHECK],
        cwd=folder,
        env={**os.environ, "COLUMNS": "400"},
        capture_output=True,
        text=True,
    )
    assert "Contracts:" in done.stdout, done.stdout + done.stderr
    return done.stdout


@pytest.fixture(scope="module")
def found(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    """By contract: what is found once everything is planted."""
    folder = copied(tmp_path_factory.mktemp("copy"))
    for _contract, importer, imported in BREACHES:
        path = folder / f"{importer.replace('.', '/')}.py"
        with path.open("a", encoding="utf-8") as source:
            source.write(f"import {imported}\n")
    for _contract, module in NOWHERE:
        (folder / f"{module.replace('.', '/')}.py").touch()
    report = reported(folder).partition("Broken contracts")[2]
    return {name: report.partition(f"\n{name}\n---")[2].partition("\n---")[0] for name in CONTRACTS}


def test_every_contract_holds(tmp_path: Path) -> None:
    assert " 0 broken." in reported(copied(tmp_path))


@each_row("contract, importer, imported", BREACHES)
def test_a_planted_import_is_found(
    found: dict[str, str], contract: str, importer: str, imported: str
) -> None:
    assert f"{importer} -> {imported} (" in found[contract]


@each_row("contract, module", NOWHERE)
def test_a_module_in_no_layer_is_found(found: dict[str, str], contract: str, module: str) -> None:
    assert f"- {module}\n" in found[contract]


def test_every_name_in_a_contract_is_a_module_that_there_is() -> None:
    fields = ("source_modules", "forbidden_modules", "protected_modules", "allowed_importers")
    inside = ("engine", "games", "saboteur_site")
    for contract in CONTRACTS.values():
        for name in (name for field in fields for name in contract.get(field, ())):
            path = name.replace(".", "/")
            there = [*ROOT.glob(f"{path}.py"), *ROOT.glob(f"{path}/__init__.py")]
            assert there or name.split(".")[0] not in inside, name


def loads_state(source: str) -> list[int]:
    """The lines that take the state of a row, or read one from storage."""
    return [
        node.lineno
        for node in ast.walk(ast.parse(source))
        if isinstance(node, ast.Attribute) and node.attr in ("state", "load", "load_event")
    ]


def test_no_page_or_letter_takes_a_state_from_a_row() -> None:
    rooms = {ROOT / "games" / page.split(".")[0] for page in PAGES}
    files = [path for room in rooms for path in (*room.rglob("*.py"), room.with_suffix(".py"))]
    read = [path for path in files if path.exists()]
    assert len(read) > 50
    assert [path for path in read if loads_state(path.read_text("utf-8"))] == []


@each_row("planted", ["rules.load(seat.game.state)", "load = rules.load"])
def test_a_planted_look_at_a_state_is_found(planted: str) -> None:
    assert loads_state(planted)
