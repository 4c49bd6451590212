"""Somebody who only opens links and presses buttons: HTTP and HTML from the standard library."""

from dataclasses import dataclass, field
from html.parser import HTMLParser
from http.cookiejar import CookieJar
from urllib.error import HTTPError
from urllib.parse import urlencode, urljoin
from urllib.request import HTTPCookieProcessor, Request, build_opener


@dataclass
class Form:
    """A form as a reader finds it."""

    action: str
    method: str
    values: dict[str, str] = field(default_factory=dict)


class Page(HTMLParser):
    """What a reader can do with a page, and its text."""

    def __init__(self, url: str, status: int, body: str) -> None:
        super().__init__()
        self.url, self.status, self.body = url, status, body
        self.links: list[str] = []
        self.forms: list[Form] = []
        self.words: list[str] = []
        self._select = ""
        self.feed(body)

    @property
    def text(self) -> str:
        """The page's words."""
        return " ".join(" ".join(self.words).split())

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Collect links, forms and what stands in their fields."""
        said = {name: value or "" for name, value in attrs}
        if tag == "a" and said.get("href"):
            self.links.append(urljoin(self.url, said["href"]))
        elif tag == "form":
            action = urljoin(self.url, said.get("action", ""))
            self.forms.append(Form(action, said.get("method", "get").lower()))
        elif tag in ("input", "button") and self.forms and said.get("name"):
            ticked = said.get("type") not in ("radio", "checkbox") or "checked" in said
            if ticked and said.get("type") != "submit":
                self.forms[-1].values[said["name"]] = said.get("value", "")
        elif tag in ("select", "textarea") and self.forms:
            self._select = said.get("name", "")
            self.forms[-1].values.setdefault(self._select, "")
        elif tag == "option" and self._select and "selected" in said:
            self.forms[-1].values[self._select] = said.get("value", "")

    def handle_data(self, data: str) -> None:
        """Collect words."""
        self.words.append(data)

    def form_with(self, name: str) -> Form:
        """Return the form that has a field of this name."""
        return next(form for form in self.forms if name in form.values)

    def form_to(self, end: str) -> Form:
        """Return the form whose address ends so."""
        return next(form for form in self.forms if form.action.rstrip("/").endswith(end))


class Reader:
    """One person's mail program and browser, cookies and all."""

    def __init__(self, address: str) -> None:
        self.address = address
        self._open = build_opener(HTTPCookieProcessor(CookieJar())).open

    def get(self, url: str) -> Page:
        """Open a link."""
        return self._send(Request(url.partition("#")[0]))

    def submit(self, form: Form, **values: str) -> Page:
        """Fill in a form and press its button."""
        data = urlencode({**form.values, **values}).encode()
        return self._send(Request(form.action, data, headers={"Referer": form.action}))

    def _send(self, request: Request) -> Page:
        try:
            answer = self._open(request, timeout=300)
        except HTTPError as error:
            answer = error
        with answer:
            return Page(answer.geturl(), answer.status, answer.read().decode())
