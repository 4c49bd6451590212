"""Which command runs what: checks that all run, Django's commands with servers of their own."""

import os
import subprocess
import sys

import psycopg
import pytest

from saboteur_site.local import audit, checks, commands, folder, postgres, servers, surroundings


@pytest.fixture
def bare(base, monkeypatch):
    """A checkout in which nothing has run yet, and an environment that names no server."""
    monkeypatch.setattr(folder, "LOCAL", base / "local")
    for name in (servers.DATABASE, servers.BROKER, "SECRET_KEY", "LOCAL_MODE", "BASE_URL"):
        monkeypatch.setenv(name, "to be restored")
        monkeypatch.delenv(name)
    return base


def test_a_command_of_django_starts_the_servers_that_nobody_names(bare):
    with servers.joined("shell"), psycopg.connect(os.environ[servers.DATABASE]) as connection:
        assert connection.execute("select 1").fetchone() == (1,)
        path = os.environ[servers.DATABASE].partition("host=")[2]
    assert not os.path.exists(f"{path}/.s.PGSQL.5432")


def test_it_starts_none_where_the_environment_names_both(bare, monkeypatch):
    monkeypatch.setenv(servers.DATABASE, "postgresql://db.example.org/saboteur")
    monkeypatch.setenv(servers.BROKER, "redis://cache.example.org")
    with servers.joined("migrate"):
        assert not (bare / "local").exists()


def test_it_joins_a_running_up(bare):
    with folder.locked("servers") as held:
        held.tell(
            command="up", DATABASE_URL="postgresql://x/y", REDIS_URL="unix:///z", BASE_URL="b"
        )
        with servers.joined("shell"):
            assert os.environ[servers.DATABASE] == "postgresql://x/y"
            assert os.environ["BASE_URL"] == "b"


def test_secrets_are_made_once_and_the_environment_goes_before(bare, monkeypatch):
    surroundings.complete(local_mode=True)
    first = os.environ["SECRET_KEY"]
    assert len(first) >= 50
    assert os.environ["LOCAL_MODE"] == "1"
    monkeypatch.delenv("SECRET_KEY")
    surroundings.complete(local_mode=True)
    assert os.environ["SECRET_KEY"] == first
    monkeypatch.setenv("SECRET_KEY", "mine")
    surroundings.complete(local_mode=True)
    assert os.environ["SECRET_KEY"] == "mine"


def test_quotes_around_a_setting_are_not_part_of_it(bare, monkeypatch):
    written = {
        "MAIL_FROM": '"Saboteur <saboteur@mail.example.org>"',
        "MAIL_PASSWORD": "'it is \"quoted\"'",
        "MAIL_USER": 'us"',
        "REPLY_DOMAIN": '""',
    }
    for name in written:
        monkeypatch.setenv(name, "to be restored")
        monkeypatch.delenv(name)
    folder.local()
    lines = "".join(f"{name}={value}\n" for name, value in written.items())
    (folder.LOCAL / "settings.env").write_text(lines)
    surroundings.complete(local_mode=True)
    assert [os.environ[name] for name in written] == [
        "Saboteur <saboteur@mail.example.org>",
        'it is "quoted"',
        'us"',
        "",
    ]


def test_what_lies_in_the_local_folder_is_for_its_owner(bare):
    surroundings.complete(local_mode=True)
    for name in ("settings.env", "settings.lock"):
        assert (folder.LOCAL / name).stat().st_mode & 0o077 == 0


def test_a_lock_is_free_again_when_its_holder_is_done(bare):
    with folder.locked("a") as held:
        held.tell(command="up")
        with pytest.raises(folder.Busy) as busy, folder.locked("a", on_wait=folder.refuse):
            pass
    assert busy.value.holder["command"] == "up"
    with folder.locked("a", on_wait=folder.refuse):
        pass


STEPS = {
    "fine": ("-c", "pass"),
    "broken": ("-c", "print('this is why'); raise SystemExit(1)"),
    "later": ("-c", "import os; assert os.environ['BASE_URL'].startswith('https://')"),
    "tables": ("-c", "import os; assert '@/tables?' in os.environ['DATABASE_URL']"),
}


@pytest.fixture
def verdicts(monkeypatch, capsys):
    """Run the checks above, and an empty program as tests."""
    monkeypatch.setattr(checks, "STEPS", STEPS)
    monkeypatch.setattr(checks, "PYTEST", (sys.executable, "-c", "pass"))

    def run(*names):
        code = checks.run(names)
        said = capsys.readouterr().err.splitlines()
        return code, [line.split()[:2] for line in said if line.startswith(tuple(STEPS))], said

    return run


def test_every_check_runs_even_when_one_fails(verdicts):
    code, table, said = verdicts()
    assert code == 1
    assert table == [["tables", "ok"], ["fine", "ok"], ["broken", "FAILED"], ["later", "ok"]]
    assert "this is why" in said
    assert said[-1].endswith("failed so far: broken")


def test_a_skipped_check_says_why_and_fails_nothing(verdicts, monkeypatch):
    steps = {"fine": ("-c", f"print('no network'); raise SystemExit({audit.SKIPPED})")}
    monkeypatch.setattr(checks, "STEPS", steps)
    code, table, said = verdicts()
    assert code == 0
    assert table == [["fine", "skipped"]]
    assert "no network" in said


def test_only_the_checks_that_were_named_run(verdicts):
    assert verdicts("fine", "later")[:2] == (0, [["fine", "ok"], ["later", "ok"]])


MAKE = """
import os, psycopg
with psycopg.connect(os.environ["DATABASE_URL"]) as connection:
    connection.execute("CREATE TABLE made ()")
"""


def stand_in(monkeypatch, program, tables=MAKE):
    """Let this program stand for pytest, and this one for the migrations."""
    monkeypatch.setattr(checks, "PYTEST", (sys.executable, "-c", program))
    monkeypatch.setattr(checks, "STEPS", {"tables": ("-c", tables)})


COPY = """
import os, sys
from pathlib import Path
from saboteur_site.local import postgres
assert sys.argv[1:3] == ["-n", "{processes}"]
postgres.copy(Path(os.environ["SABOTEUR_TABLES_MADE"]), Path("{base}"))
"""


def test_tests_begin_with_the_tables_that_were_made(monkeypatch, base):
    stand_in(monkeypatch, COPY.format(base=base, processes=checks.PROCESSES))
    assert checks.run(["tests"]) == 0
    with servers.temporary(base), psycopg.connect(postgres.url(base, "tables")) as connection:
        assert connection.execute("select from made").fetchall() == []


def test_tables_that_could_not_be_made_are_not_begun_with(monkeypatch, capfdbinary):
    monkeypatch.delenv(servers.MADE, raising=False)
    stand_in(monkeypatch, "import os; print(os.environ.get('SABOTEUR_TABLES_MADE'))", "1 / 0")
    assert checks.run(["tests"]) == 1
    assert capfdbinary.readouterr().out == b"None\n"


def test_a_failed_test_fails_the_command(monkeypatch, capfdbinary):
    stand_in(monkeypatch, "print('1 failed'); raise SystemExit(1)")
    assert checks.run(["tests"]) == 1
    assert capfdbinary.readouterr().out == b"1 failed\n"


WAIT = """
import sys, time
from pathlib import Path
while not Path(sys.argv[1]).exists():
    time.sleep(0.01)
"""


def test_tests_run_beside_the_slow_checks_and_are_told_of_last(monkeypatch, tmp_path, capfd):
    begun = tmp_path / "begun"
    program = f"from pathlib import Path; Path('{begun}').touch(); print('1 passed')"
    stand_in(monkeypatch, program)
    monkeypatch.setitem(checks.STEPS, "types", ("-c", WAIT, str(begun)))
    monkeypatch.setattr(sys, "stderr", sys.stdout)  # as on a terminal
    assert checks.run([]) == 0
    told = [line.split()[:2] for line in capfd.readouterr().out.splitlines()]
    assert told == [["tables", "ok"], ["types", "ok"], ["tests", "run"], ["1", "passed"]]


def test_options_that_name_no_test_go_to_all_of_them(monkeypatch, capfdbinary):
    stand_in(monkeypatch, "import sys; print(sys.argv[1], sys.argv[-1])")
    assert checks.run_some_tests(["--fast"]) == 0
    assert capfdbinary.readouterr().out == b"-n --fast\n"


def test_named_tests_run_in_one_process(monkeypatch, capfd):
    stand_in(monkeypatch, "import sys; print(*sys.argv[1:], flush=True)")
    assert checks.run_some_tests(["--fast", "-k", "rockfall"]) == 0
    assert capfd.readouterr().out == "--fast -k rockfall\n"


def test_an_unknown_check_is_named(verdicts):
    code, table, said = verdicts("fien")
    assert (code, table) == (2, [])
    assert "fien" in said[0]


def test_help_tells_our_own_commands_first():
    done = subprocess.run(
        [sys.executable, "manage.py", "help"],
        cwd=folder.ROOT, env=os.environ | {"SABOTEUR_SETUP": "off"}, capture_output=True, text=True,
    )  # fmt: skip
    assert done.stderr == f"{commands.HELP}\n"
    assert "migrate" in done.stdout
