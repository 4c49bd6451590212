"""Looks up the pinned dependencies in a database of security advisories, if one answers."""

import json
import subprocess
import sys
from collections.abc import Mapping, Sequence
from typing import Any

from saboteur_site.local import environment, folder
from saboteur_site.local.report import say

SKIPPED = 77
"""Exit code when nothing could be looked up."""
CONNECTING, ALTOGETHER = 5, 60
"""Seconds to wait for one answer and for all of them."""
PIP_AUDIT = ("-m", "pip_audit", "--disable-pip", "--progress-spinner", "off", "--format", "json")


def run(arguments: Sequence[str] = ()) -> int:
    """`manage.py audit`: 1 if a pinned version has a known vulnerability, 77 if nobody knows."""
    locks = [part for lock in sorted(environment.LOCKS.glob("*.txt")) for part in ("-r", str(lock))]
    try:
        done = subprocess.run(
            [sys.executable, *PIP_AUDIT, "--timeout", str(CONNECTING), *locks, *arguments],
            cwd=folder.ROOT, text=True, check=False, timeout=ALTOGETHER,
            stdin=subprocess.DEVNULL, capture_output=True,
        )  # fmt: skip
    except subprocess.TimeoutExpired:
        return _skipped(f"the database of advisories took longer than {ALTOGETHER} s")
    if not done.stdout.strip():
        reason = done.stderr.strip().rpartition("\n")[2] or f"exit code {done.returncode}"
        return _skipped(f"the database of advisories gave no answer: {reason}")
    return _judged(json.loads(done.stdout)["dependencies"])


def _judged(dependencies: Sequence[Mapping[str, Any]]) -> int:
    found = [each for each in dependencies if each.get("vulns")]
    unknown = sorted({each["name"] for each in dependencies if "skip_reason" in each})
    for each in found:
        for vulnerability in each["vulns"]:
            fixed = ", ".join(vulnerability["fix_versions"]) or "no version yet"
            say(f"{each['name']} {each['version']}: {vulnerability['id']}, fixed in {fixed}")
    if found:
        return 1
    if len(unknown) == len({each["name"] for each in dependencies}):
        return _skipped("the package index that answered has no advisories for these versions")
    if unknown:
        say(f"not in the database: {', '.join(unknown)}")
    return 0


def _skipped(reason: str) -> int:
    say(f"No dependency was audited: {reason}.")
    return SKIPPED
