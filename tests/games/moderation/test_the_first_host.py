"""The first host is made on the machine; all further roles are given by a host, none to himself."""

import pytest
from django.core.management import CommandError, call_command

from games.models import Line, Player, Role
from games.moderation.selectors import roles_of
from tests.games.cast import NOW, player
from tests.games.moderation.cast import done, log, previewed, staff
from tests.games.pages.table import browser, text_of

pytestmark = pytest.mark.django_db
SAID = {"by": "Hal", "reason": "I run this machine"}


@pytest.fixture(autouse=True)
def now(set_clock) -> None:
    set_clock(NOW)


def test_the_first_is_made_with_a_name_and_a_reason_and_no_second_one_is():
    call_command("first_host", "hal@example.org", **SAID)
    hal = Player.objects.get(email="hal@example.org")
    assert "host" in roles_of(hal)
    assert (hal.is_staff, hal.is_superuser) == (True, True)
    line = Line.objects.get()
    assert (line.act, line.reason, line.target_id) == ("grant-role", SAID["reason"], hal.pk)
    assert line.arguments["by"] == "Hal"
    with pytest.raises(CommandError, match="There is a host already"):
        call_command("first_host", "eve@example.org", **SAID)
    assert not Player.objects.filter(email="eve@example.org").exists()
    assert log() == ["grant-role"]


@pytest.mark.parametrize(
    ("address", "said"),
    [
        ("nonsense", SAID),
        ("a@example.org", SAID | {"by": " "}),
        ("a@example.org", SAID | {"reason": "no"}),
    ],
)
def test_what_is_missing_is_said_and_nobody_is_made(address: str, said: dict[str, str]):
    with pytest.raises(CommandError):
        call_command("first_host", address, **said)
    assert not Role.objects.exists()


def test_a_host_gives_and_ends_roles_and_none_to_himself_nor_the_last_hosts():
    hal = staff("hal", "host")
    given = {"role": "moderator", "step": "begin", "why": "service"}
    done(hal, "grant-role", player("mia").key, **given)
    assert "moderator" in roles_of(player("mia"))
    assert player("mia").is_staff
    assert not player("mia").is_superuser
    assert previewed(browser(hal), "grant-role", hal.key, **given).status_code == 403
    assert (
        previewed(browser(staff("mia")), "grant-role", player("eve").key, **given).status_code
        == 404
    )
    again = previewed(browser(hal), "grant-role", player("mia").key, **given)
    assert again.status_code == 409
    assert "is that already" in text_of(again.content.decode())
    done(hal, "grant-role", player("mia").key, **(given | {"step": "end"}))
    assert "moderator" not in roles_of(player("mia"))
    assert not player("mia").is_staff


def test_a_superusers_flag_is_a_hosts_role_and_no_more():
    player("root")
    Player.objects.filter(email="root@example.org").update(is_superuser=True)
    staff_only = player("door")
    Player.objects.filter(pk=staff_only.pk).update(is_staff=True)
    assert roles_of(player("root")) == {"player", "host"}
    assert roles_of(player("door")) == {"player"}
    assert browser(player("door")).get("/moderation/").status_code == 404
