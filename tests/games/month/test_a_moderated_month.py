"""Some days of moderators: all acts, and not one change that nobody caused.

`MONTH_GAMES=200 MONTH_KILLS=0.2 python3 manage.py test -n0 tests/games/month -k moderated` plays a
whole month, in which processes are killed while they act, and tells how far it is day by day.
"""

import os
from dataclasses import replace

import pytest

from games.log import selectors as log
from games.models import Act
from games.moderation.acts import ACTS
from tests.games.month.moderated import Moderated
from tests.games.month.plan import FEW, MONTH
from tests.games.month.referees import COMES
from tests.games.month.test_a_simulated_month import office

__all__ = ["office"]

pytestmark = pytest.mark.django_db(transaction=True)
LONG = "MONTH_GAMES" in os.environ
KILLS = float(os.environ.get("MONTH_KILLS", "0"))
# Moderators hold the service themselves.
PLAN = replace(MONTH, held=()) if LONG else FEW


def test_every_act_comes_about_in_a_month():
    assert COMES.keys() == ACTS.keys()


@pytest.mark.timeout(7200 if LONG else 900)
def test_scenario_37_a_moderated_month_leaves_no_change_without_a_cause(
    office, monkeypatch, capsys, pytestconfig
):
    def tell(line: str) -> None:
        with capsys.disabled():
            print(line, flush=True)

    plan = replace(PLAN, seed=f"{PLAN.seed} {pytestconfig.getoption('--deals')}")
    month = Moderated(plan, office, monkeypatch.setattr, acts=0.8, kills=KILLS)
    if LONG:
        month.run(tell)
    else:
        office.sample = 5
        month.run()
    hang = month.left_alone(days=8)
    found, proof = log.read(), log.proof()
    done = set(Act.objects.filter(stage="done").values_list("key", flat=True))
    tell("\n".join(("", *month.figures())))
    tell(
        f"killed while acting: {sum(month.killed.values())}; {found.length} lines of the log, "
        f"{proof.transactions} transactions that no player caused"
    )
    assert not month.watch.faults
    assert found.wrong is None
    assert (proof.untold, proof.otherwise) == ((), ())
    assert not hang
    assert done == ACTS.keys()
