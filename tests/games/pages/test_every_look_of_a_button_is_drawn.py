"""A button that asks for a look of its own gets it: without a rule it looks like the main one."""

import re

from django.conf import settings


def test_every_look_that_a_template_names_has_its_rule():
    sheet = (settings.BASE_DIR / "games/static/games/site.css").read_text()
    drawn = set(re.findall(r"\.(button-[\w-]+)", sheet))
    named = {
        look
        for page in (settings.BASE_DIR / "templates").rglob("*.html")
        for look in re.findall(r"(?<![\w-])button-[\w-]+", page.read_text())
    }
    assert named
    assert named <= drawn, named - drawn
