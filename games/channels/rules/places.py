"""Where a channel may lie: https, and at an address that everybody can reach.

A server that calls whatever address it is told calls its own neighbours, too.
"""

import re
from collections.abc import Collection
from dataclasses import dataclass
from ipaddress import IPv4Address, IPv6Address, IPv6Network, ip_address, ip_network
from urllib.parse import urlsplit

PORT = 443
LONGEST = 500

_WRITTEN = re.compile(r"[!-~]+")
_NAME = re.compile(r"(?=.{1,253}\Z)([a-z0-9_]([a-z0-9_-]{0,61}[a-z0-9])?\.)*[a-z0-9-]{1,63}")

_EVERYBODYS = IPv6Network("2000::/3")
# Within that: protocols, tunnels and Teredo (whose end lies elsewhere), 6to4, documentation.
_NOT_REALLY = tuple(
    map(IPv6Network, ("2001::/23", "2001:db8::/32", "2002::/16", "3fff::/20", "2620:4f:8000::/48"))
)
_RELAYS = ip_network("192.88.99.0/24")


class BadPlace(Exception):
    """An address at which no channel can lie."""

    def __init__(self, fault: str) -> None:
        """Keep why: "unread", "https", "user", "port", "host" or "long"."""
        super().__init__(fault)
        self.fault = fault


@dataclass(frozen=True, slots=True)
class Place:
    """Whom to call, and what to ask there for."""

    host: str
    port: int
    target: str
    """Path and query."""

    @property
    def named(self) -> str:
        """Host and port, as a setting names them."""
        return f"{self.host}:{self.port}"


def read(url: str, *, allowed: Collection[str] = ()) -> Place:
    """Read an address that somebody typed in; `allowed` names hosts with ports. Raises BadPlace."""
    if len(url) > LONGEST:
        raise BadPlace("long")
    # Nothing but signs that can be seen: no line break gets into what we say to a server.
    if not _WRITTEN.fullmatch(url):
        raise BadPlace("unread")
    try:
        parts = urlsplit(url)
        host, port = parts.hostname or "", parts.port
    except ValueError:
        raise BadPlace("unread") from None
    if parts.scheme != "https":
        raise BadPlace("https")
    if "@" in parts.netloc or "\\" in url:
        raise BadPlace("user")
    if not _is_host(host):
        raise BadPlace("host")
    place = Place(host, PORT if port is None else port, parts.path or "/")
    if parts.query:
        place = Place(place.host, place.port, f"{place.target}?{parts.query}")
    if place.port != PORT and place.named not in allowed:
        raise BadPlace("port")
    return place


def _is_host(host: str) -> bool:
    try:
        return "%" not in host and bool(ip_address(host))
    except ValueError:
        return _NAME.fullmatch(host) is not None


def is_everybodys(address: str) -> bool:
    """Tell whether an address lies in the open internet, and is not merely written as if it did."""
    try:
        found = ip_address(address)
    except ValueError:
        return False
    if isinstance(found, IPv4Address):
        return _is_open(found)
    return _is_open_too(found)


def _is_open(address: IPv4Address) -> bool:
    closed = address.is_multicast or address.is_reserved or address in _RELAYS
    return address.is_global and not closed


def _is_open_too(address: IPv6Address) -> bool:
    # What stands for an IPv4 address (mapped, NAT64) lies outside of it.
    if address.scope_id is not None or address not in _EVERYBODYS:
        return False
    return address.is_global and not any(address in each for each in _NOT_REALLY)
