"""Under which names the site answers: its own, and on one's own machine the others lead there."""

import html

import pytest

OWN = "http://testserver"


@pytest.fixture
def local(settings):
    settings.LOCAL_MODE = True


@pytest.mark.parametrize("host", ["127.0.0.1:8000", "[::1]:8000", "127.0.0.2"])
def test_on_ones_own_machine_a_number_leads_to_the_name(local, client, host):
    for visit in (client.get, client.head):
        answer = visit("/rules/duel/?a=1&b=2", headers={"host": host})
        assert (answer.status_code, answer["Location"]) == (302, f"{OWN}/rules/duel/?a=1&b=2")


def test_a_form_sent_to_a_number_is_told_where_the_site_is(local, client):
    answer = client.post("/sign-in/", {"email": "a@example.org"}, headers={"host": "127.0.0.1"})
    assert answer.status_code == 400
    assert f'nothing was done. Go to <a href="{OWN}/">' in answer.content.decode()


@pytest.mark.parametrize("host", ["evil.example", "127.0.0.1", "a b", "x" * 300, "[", "<script>"])
def test_elsewhere_an_unknown_name_gets_a_short_page_that_says_so(client, host):
    answer = client.get("/", headers={"host": host, "accept-language": "de"})
    assert answer.status_code == 400
    page = html.unescape(answer.content.decode())
    assert "Diese Seite hat eine andere Adresse" in page
    assert f'<a href="{OWN}/">{OWN}</a>' in page
    assert "frame-ancestors 'none'" in answer["Content-Security-Policy"]


def test_another_machines_name_leads_nowhere_in_local_mode(local, client):
    assert client.get("/", headers={"host": "evil.example"}).status_code == 400
