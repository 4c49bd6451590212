"""The change log says which version runs, and everything that tells a version reads it there."""

import re
import tomllib

import pytest

from games.admin import office
from saboteur_site.local import commands, folder
from saboteur_site.version import CHANGELOG, VERSION, newest

CHANGES = "# Changes\n\nWhat is new.\n\n## 1.10.0\n\n- Letters.\n\n## 1.9.2\n\n- Cards.\n"


def test_the_newest_heading_is_the_version():
    assert newest(CHANGES) == "1.10.0"


def test_a_change_log_without_a_version_is_named():
    with pytest.raises(ValueError, match=r"CHANGELOG\.md"):
        newest("# Changes\n\n## Soon\n")


def test_the_newest_version_stands_first():
    told = re.findall(r"^## (\S+)", CHANGELOG.read_text("utf-8"), re.MULTILINE)
    numbers = [tuple(map(int, version.split("."))) for version in told]
    assert numbers == sorted(set(numbers), reverse=True)


def test_no_second_place_says_the_version():
    project = tomllib.loads((folder.ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    assert "version" in project["dynamic"]
    assert "version" not in project


def test_help_and_the_admin_tell_the_version():
    assert commands.HELP.startswith(f"Saboteur by mail {VERSION}\n")
    assert office.site_header == f"Saboteur by mail {VERSION}"
