"""A month of moderators: all acts, killed processes, and not one change that nobody caused.

`MONTH_GAMES=200 MONTH_KILLS=0.2 python3 manage.py test tests/games/month -k moderated` plays a
whole one.
"""

import os
from dataclasses import replace

import pytest

from games.log import selectors as log
from games.models import Act
from games.moderation.acts import ACTS
from tests.games.month.moderated import Moderated
from tests.games.month.plan import MONTH, SHORT
from tests.games.month.referees import COMES, NEVER
from tests.games.month.test_a_simulated_month import office

__all__ = ["office"]

pytestmark = pytest.mark.django_db(transaction=True)
GAMES = int(os.environ.get("MONTH_GAMES", "0"))
KILLS = float(os.environ.get("MONTH_KILLS", "0"))
# Moderators hold the service themselves.
PLAN = replace(MONTH if GAMES else replace(SHORT, games=10, days=6, whims=1), held=())


def test_every_act_comes_about_in_a_month():
    assert COMES.keys() == ACTS.keys()


@pytest.mark.skipif(not GAMES, reason="played by MONTH_GAMES: it takes minutes, and finds faults")
@pytest.mark.timeout(7200)
def test_scenario_37_a_moderated_month_leaves_no_change_without_a_cause(
    office, monkeypatch, capsys
):
    month = Moderated(PLAN, office, monkeypatch.setattr, acts=0.5, kills=KILLS).run()
    hang = month.left_alone(days=8)
    found, proof = log.read(), log.proof()
    done = set(Act.objects.filter(stage="done").values_list("key", flat=True))
    with capsys.disabled():
        print("", *month.figures(), sep="\n")
        print(f"killed while acting: {sum(month.killed.values())}; {found.length} lines")
        print(f"never done: {sorted(ACTS.keys() - done)}; hang: {hang}")
    assert not month.watch.faults
    assert found.wrong is None
    assert (proof.untold, proof.otherwise) == ((), ())
    assert not hang
    assert done == ACTS.keys() - NEVER.keys()
