"""Acts that are about no single game or person stand on the moderators' first page."""

from typing import ClassVar

import pytest

from games.moderation import acts
from games.moderation.acts.forms import ActForm
from games.moderation.rules.plan import Plan
from games.moderation.services.act import Act
from tests.games.cast import NOW, player, started
from tests.games.moderation.cast import WHY, address, done, log, staff
from tests.games.pages.table import browser

pytestmark = pytest.mark.django_db


class TriedOut(Act):
    """An act for these tests alone."""

    key, about, beside, form = "extend-league", "site", "site", ActForm
    name = "Try it out"
    happened: ClassVar[list[str]] = []

    def plan(self, scene, args):
        return Plan(does=("Something.",), told="Nobody.", back="No.")

    def do(self, scene, args, plan):
        self.happened.append(args["reason"])


def test_it_is_offered_there_and_done_by_the_same_frame(set_clock, monkeypatch):
    set_clock(NOW)
    for offered in (acts.ACTS, acts.EVERY):
        monkeypatch.setitem(offered, "extend-league", TriedOut())
    mia = staff("mia")
    assert "Try it out" in browser(mia).get("/moderation/").content.decode()
    done(mia, "extend-league", "site")
    assert TriedOut.happened == ["they asked me for it"]
    assert log() == ["extend-league"]
    for who, target in ((mia, "elsewhere"), (player("peter"), "site")):
        assert browser(who).get(address("extend-league", target)).status_code == 404


@pytest.mark.parametrize(
    ("act", "typed"),
    [
        ("hold", {"position": "clocks", "message": "A new machine", "why": "service"}),
        ("extend-all", {"hours": 12, **WHY}),
    ],
)
def test_a_moderator_who_plays_somewhere_does_it_as_a_host_may(act, typed, set_clock):
    set_clock(NOW)
    started(("mia", "bob", "carol"), by="mia")
    mia = staff("mia")
    assert address(act, "site") in browser(mia).get("/moderation/").content.decode()
    assert done(mia, act, "site", **typed).status_code == 303
    if act == "hold":
        assert done(mia, "release", "site", why="service").status_code == 303
