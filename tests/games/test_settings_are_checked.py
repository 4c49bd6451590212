"""System checks: what an operator cannot misconfigure unnoticed."""

import pytest

from games.checks import smtp_gives_up_before_the_lease_ends
from games.services.mailbox import LEASE


@pytest.mark.parametrize("timeout", [1, 20, LEASE.total_seconds() / 2])
def test_an_smtp_timeout_well_below_the_lease_is_fine(settings, timeout):
    settings.EMAIL_TIMEOUT = timeout
    assert smtp_gives_up_before_the_lease_ends() == []


@pytest.mark.parametrize("timeout", [None, 0, LEASE.total_seconds()])
def test_an_smtp_timeout_that_outlives_the_lease_is_an_error(settings, timeout):
    settings.EMAIL_TIMEOUT = timeout
    assert [message.id for message in smtp_gives_up_before_the_lease_ends()] == ["games.E001"]
