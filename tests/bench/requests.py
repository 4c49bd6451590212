"""Requests as a web server hands them to Django, without a server and without a socket."""

from dataclasses import dataclass
from functools import cache
from io import BytesIO
from typing import Any
from urllib.parse import urlencode, urlsplit

from django.conf import settings
from django.core.wsgi import get_wsgi_application


@dataclass(frozen=True, slots=True)
class Answer:
    """What came back."""

    status: int
    body: bytes


def get(path: str) -> Answer:
    """Ask for a page."""
    return _request("GET", path, b"")


def post(path: str, **values: object) -> Answer:
    """Send a form."""
    return _request("POST", path, urlencode(values).encode())


@cache
def _application() -> Any:
    return get_wsgi_application()


def _request(method: str, path: str, body: bytes) -> Answer:
    said: list[str] = []
    chunks = _application()(_environ(method, path, body), lambda status, _: said.append(status))
    try:
        content = b"".join(chunks)
    finally:
        if hasattr(chunks, "close"):
            chunks.close()
    return Answer(int(said[0].split()[0]), content)


def _environ(method: str, path: str, body: bytes) -> dict[str, object]:
    site = urlsplit(settings.BASE_URL)
    return {
        "REQUEST_METHOD": method,
        "PATH_INFO": path,
        "QUERY_STRING": "",
        "SERVER_NAME": site.hostname,
        "SERVER_PORT": str(site.port or 80),
        "HTTP_HOST": site.netloc,
        "REMOTE_ADDR": "127.0.0.1",
        "HTTP_ACCEPT_LANGUAGE": "en",
        "CONTENT_TYPE": "application/x-www-form-urlencoded",
        "CONTENT_LENGTH": str(len(body)),
        "wsgi.version": (1, 0),
        "wsgi.url_scheme": site.scheme,
        "wsgi.input": BytesIO(body),
        "wsgi.errors": BytesIO(),
        "wsgi.multithread": True,
        "wsgi.multiprocess": False,
        "wsgi.run_once": False,
    }
