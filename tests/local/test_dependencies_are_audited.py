"""Known vulnerabilities of pinned dependencies fail a check; having nobody to ask does not."""

import json
import re
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread

import pytest

from saboteur_site.local import audit

FINE = {"name": "good", "version": "1.0", "vulns": []}
HOLE = {"id": "PYSEC-2026-1", "fix_versions": ["1.1", "2.0"], "aliases": []}
BAD = {"name": "bad", "version": "1.0", "vulns": [HOLE]}
UNKNOWN = {"name": "strange", "skip_reason": "not found"}


@pytest.fixture
def audited(monkeypatch, capsys):
    """Let the auditor answer what is given; return the exit code and what was said."""

    def run(*dependencies):
        answer = json.dumps({"dependencies": dependencies, "fixes": []})
        monkeypatch.setattr(audit, "PIP_AUDIT", ("-c", f"print({answer!r})"))
        code = audit.run()
        return code, capsys.readouterr().err

    return run


def test_a_known_vulnerability_fails_and_names_the_version_that_fixes_it(audited):
    code, said = audited(FINE, BAD)
    assert code == 1
    assert said == "bad 1.0: PYSEC-2026-1, fixed in 1.1, 2.0\n"


def test_dependencies_without_a_known_vulnerability_pass(audited):
    assert audited(FINE) == (0, "")


def test_a_dependency_missing_from_the_database_is_named(audited):
    assert audited(FINE, UNKNOWN) == (0, "not in the database: strange\n")


def test_an_index_without_advisories_counts_as_skipped(audited):
    code, said = audited(UNKNOWN)
    assert code == audit.SKIPPED
    assert said.startswith("No dependency was audited: ")


def test_an_unreachable_database_counts_as_skipped_and_says_why(monkeypatch, capsys):
    monkeypatch.setenv("HTTPS_PROXY", "http://127.0.0.1:9")  # the discard port: nobody listens
    assert audit.run() == audit.SKIPPED
    said = capsys.readouterr().err
    assert said.startswith("No dependency was audited: the database of advisories gave no answer: ")
    assert "proxy" in said


class Osv(BaseHTTPRequestHandler):
    """A database in the form of OSV that knows of one vulnerability."""

    def do_POST(self) -> None:
        query = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        package = query["package"]
        fixed = {"type": "ECOSYSTEM", "events": [{"introduced": "0"}, {"fixed": "99.1"}]}
        hole = {"id": "PYSEC-2026-2", "affected": [{"package": package, "ranges": [fixed]}]}
        answer = json.dumps({"vulns": [hole]} if package["name"] == "django" else {}).encode()
        self.send_response(200)
        self.send_header("Content-Length", str(len(answer)))
        self.end_headers()
        self.wfile.write(answer)

    def log_message(self, *_: object) -> None:
        """Say nothing."""


def test_the_real_auditor_finds_a_vulnerability_that_a_database_knows(capsys):
    with ThreadingHTTPServer(("127.0.0.1", 0), Osv) as server:
        thread = Thread(target=server.serve_forever)
        thread.start()
        url = f"http://127.0.0.1:{server.server_port}/"
        code = audit.run(["--vulnerability-service", "osv", "--osv-url", url])
        server.shutdown()
        thread.join()
    assert code == 1
    assert re.fullmatch(r"django \S+: PYSEC-2026-2, fixed in 99\.1\n", capsys.readouterr().err)


def test_a_database_that_never_answers_is_not_waited_for(monkeypatch, capsys):
    monkeypatch.setattr(audit, "PIP_AUDIT", ("-c", "import time; time.sleep(100)"))
    monkeypatch.setattr(audit, "ALTOGETHER", 1)
    assert audit.run() == audit.SKIPPED
    assert "took longer than 1 s" in capsys.readouterr().err
