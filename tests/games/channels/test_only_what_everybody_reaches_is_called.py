"""Which addresses a channel may have; and that nobody is called at any other, by whatever name."""

import socket

import anyio
import pytest
from django.test import override_settings
from hypothesis import given
from hypothesis import strategies as st

from games.channels.rules import places
from games.channels.rules.messages import Message
from games.channels.rules.places import BadPlace
from games.channels.services import calling
from tests.games.channels.listener import Listener
from tests.rows import each_row

MESSAGE = Message(b"{}", {"Content-Type": "application/json"})

OPEN = (
    "1.1.1.1", "8.8.8.8", "93.184.216.34", "172.15.255.255", "172.32.0.1", "2606:4700:4700::1111",
    "2a00:1450:4001:80b::200e",
)  # fmt: skip
CLOSED = (
    # This machine, its neighbours, whoever is near.
    "127.0.0.1", "127.255.255.254", "0.0.0.0", "0.1.2.3", "10.0.0.1", "172.16.0.1",
    "172.31.255.255", "192.168.1.1", "169.254.169.254", "100.64.0.1", "100.100.100.200",
    # To many, to nobody, for books and for measuring.
    "224.0.0.1", "239.255.255.250", "240.0.0.1", "255.255.255.255", "192.0.2.1", "198.51.100.7",
    "203.0.113.9", "198.18.0.1", "192.0.0.1", "192.88.99.1",
    "::", "::1", "fe80::1", "fe80::1%eth0", "fc00::1", "fd00:ec2::254", "ff02::1", "fec0::1",
    "2001:db8::1", "3fff::1", "100::1", "5f00::1",
    # What stands for an address of the other kind.
    "::ffff:127.0.0.1", "::ffff:8.8.8.8", "::127.0.0.1", "::ffff:0:127.0.0.1",
    "64:ff9b::7f00:1", "64:ff9b::808:808", "64:ff9b:1::1", "2002:7f00:1::1", "2002:808:808::1",
    "2001:0:7f00:1::1", "2001:10::1",
    "", "localhost", "1.1.1", "0x7f.1", "2130706433",
)  # fmt: skip


@each_row("address", OPEN)
def test_what_lies_open_is_everybodys(address: str):
    assert places.is_everybodys(address)


@each_row("address", CLOSED)
def test_what_does_not_is_not(address: str):
    assert not places.is_everybodys(address)


@given(st.ip_addresses(v=4))
def test_an_address_that_stands_for_another_is_never_everybodys(address):
    bits = int(address)
    for prefix in (0xFFFF << 32, 0x64FF9B << 96, 0x2002 << 112 | bits << 48, 0):
        assert not places.is_everybodys(
            str(socket.inet_ntop(socket.AF_INET6, (prefix | bits).to_bytes(16)))
        )


@each_row(
    "url, fault",
    [
        ("http://example.org/x", "https"),
        ("ftp://example.org/x", "https"),
        ("//example.org/x", "https"),
        ("javascript:alert(1)", "https"),
        ("https:///x", "host"),
        ("https://", "host"),
        ("https://anna:pass@example.org/x", "user"),
        ("https://example.org\\@evil.example/x", "user"),
        ("https://@example.org/", "user"),
        ("https://example.org:8443/x", "port"),
        ("https://example.org:22/x", "port"),
        ("https://example.org:99999/x", "unread"),
        ("https://example.org:x/", "unread"),
        ("https://[::1/x", "unread"),
        ("https://[fe80::1%25eth0]/x", "host"),
        ("https://exa_mple!.org/x", "host"),
        ("https://a..b/x", "host"),
        ("https://example.org/x y", "unread"),
        ("https://example.org/x\r\nHost: evil", "unread"),
        ("https://exämple.org/", "unread"),
        ("https://example.org/" + "x" * 500, "long"),
        ("", "unread"),
    ],
)
def test_an_address_that_cannot_be_a_channels(url: str, fault: str):
    with pytest.raises(BadPlace) as problem:
        places.read(url)
    assert problem.value.fault == fault


@given(st.text(max_size=120))
def test_whatever_is_typed_is_read_or_refused(text: str):
    for url in (text, f"https://{text}", f"https://example.org/{text}"):
        try:
            place = places.read(url)
        except BadPlace:
            continue
        assert place.port == 443
        assert not set(place.target + place.host) & set(" \r\n\t\0")


def test_an_address_is_read():
    assert places.read("https://Example.org/a/b?c=d#e") == places.Place(
        "example.org", 443, "/a/b?c=d"
    )
    assert places.read("https://example.org").target == "/"
    there = places.read("https://h.lan:8443/", allowed=["h.lan:8443"])
    assert (there.host, there.port) == ("h.lan", 8443)


@pytest.fixture
def name_leads(monkeypatch):
    """Lets a name lead to these addresses, one answer after the other."""

    def lead(*answers: list[str]) -> list[str]:
        waiting, asked = list(answers), []

        def look_up(host: str, port: int, **_: object) -> list[object]:
            asked.append(host)
            found = waiting.pop(0) if len(waiting) > 1 else waiting[0]
            return [(0, 0, 0, "", (address, port)) for address in found]

        monkeypatch.setattr(socket, "getaddrinfo", look_up)
        return asked

    return lead


@pytest.fixture
def lines(monkeypatch) -> list[tuple[str, int]]:
    """Notes to which addresses a line was opened; none ever is."""
    opened: list[tuple[str, int]] = []

    async def open_line(remote_host: str, remote_port: int, **_: object) -> None:
        opened.append((remote_host, remote_port))
        raise ConnectionRefusedError

    monkeypatch.setattr(anyio, "connect_tcp", open_line)
    return opened


@each_row("address", [each for each in CLOSED if "." in each or ":" in each])
def test_a_name_that_leads_to_a_closed_address_is_not_called(address, name_leads, lines):
    name_leads(["93.184.216.34", address])
    assert calling.call("https://example.org/x", MESSAGE).fault == "private"
    assert lines == []


@each_row(
    "url",
    [
        "https://127.0.0.1/x", "https://[::1]/x", "https://localhost/x", "https://2130706433/x",
        "https://0x7f000001/x", "https://127.1/x", "https://[::ffff:127.0.0.1]/x", "https://0/x",
        "https://169.254.169.254/latest/meta-data/", "https://[fd00:ec2::254]/",
    ],
)  # fmt: skip
def test_this_machine_is_not_called_however_it_is_written(url: str, lines):
    assert calling.call(url, MESSAGE).fault in ("private", "no-name")
    assert lines == []


def test_a_line_goes_to_the_very_address_that_was_looked_at(name_leads, lines):
    asked = name_leads(["93.184.216.34"], ["127.0.0.1"])
    assert calling.call("https://example.org/x", MESSAGE).fault == "no-line"
    # A name that is asked for once cannot lead elsewhere the second time.
    assert asked == ["example.org"]
    assert lines == [("93.184.216.34", 443)]


def test_each_address_of_a_name_has_its_turn(name_leads, lines):
    name_leads(["93.184.216.34", "2606:4700:4700::1111"])
    calling.call("https://example.org/x", MESSAGE)
    assert lines == [("93.184.216.34", 443), ("2606:4700:4700::1111", 443)]


def test_a_real_server_on_loopback_is_called_only_where_that_is_allowed(listener: Listener):
    assert calling.call(listener.url(), MESSAGE).status == 204
    with override_settings(CHANNELS_ALLOWED=[]):
        assert calling.call(listener.url(), MESSAGE).fault == "private"
    # Neither by another name than the allowed one.
    assert calling.call(listener.url(host="127.0.0.1"), MESSAGE).fault == "private"
    assert listener.lines == 1


def test_no_proxy_is_asked(listener: Listener, monkeypatch):
    for name in ("https_proxy", "HTTPS_PROXY", "all_proxy", "http_proxy"):
        monkeypatch.setenv(name, "http://127.0.0.1:9")
    assert calling.call(listener.url(), MESSAGE).status == 204
