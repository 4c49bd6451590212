"""What people do with letters and pages: sign in by a code, open a link, choose a move."""

import re
from email.message import EmailMessage
from random import Random

from games.models import Letter
from tests.e2e.post_office import PostOffice, text_of
from tests.e2e.reader import Page, Reader


def come_in(reader: Reader, post: PostOffice, site: str) -> None:
    """Sign in with the code that a letter brings."""
    page = reader.get(f"{site}/sign-in/")
    reader.submit(page.form_with("email"), email=reader.address)
    letter = post.await_letter(lambda letter: letter["To"] == reader.address)
    code = re.search(r"\b(\d{3}) ?(\d{3})\b", text_of(letter))
    assert code is not None
    wish = Letter.objects.get(kind=Letter.Kind.SIGN_IN, email=reader.address).sign_in
    assert wish is not None
    page = reader.get(f"{site}/sign-in/code/{wish.pk}/")
    reader.submit(page.form_with("code"), code="".join(code.groups()))


def link_in(letter: EmailMessage, path: str) -> str:
    """Find the link in a letter whose address has this part."""
    found = re.search(rf"http://[^\s]+{path}[^\s]+", text_of(letter))
    assert found is not None, text_of(letter)
    return found.group()


def choose(reader: Reader, page: Page, chance: Random) -> Page:
    """Follow the page's own links until it offers to make a move."""
    visited: set[str] = set()
    while not any("seen_ply" in form.values for form in page.forms):
        # Links to other cards stay on the page; who wants to get on takes one that says more.
        ways = [link for link in page.links if "pick=" in link and link not in visited]
        assert ways, page.text
        most = max(way.count("pick=") for way in ways)
        way = chance.choice([way for way in ways if way.count("pick=") == most])
        visited.add(way)
        page = reader.get(way)
    return page
