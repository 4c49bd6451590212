"""Every act in a real browser, from the game's page to the doing; whom it concerns reads of it."""

from urllib.parse import urlencode

import pytest
from playwright.sync_api import Locator, Page, expect

from games.models import Act, Entry, Letter
from games.moderation.acts import ACTS
from games.moderation.rules.matrix import ROWS
from games.services import instant
from tests.e2e.looks import enter, go
from tests.games.cases import cast as cases
from tests.games.cast import NOW
from tests.games.moderation.cast import WHY, address, staff
from tests.games.moderation.test_every_built_act_asks_the_matrix import prepared
from tests.games.pages.table import game_url

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture(autouse=True)
def now(monkeypatch) -> None:
    """Let it be noon of the day on which the tables were dealt."""
    monkeypatch.setattr(instant, "now", lambda: NOW)


def fill(form: Locator, name: str, value: object) -> None:
    """Fill one field in as a person does; what a page has filled in already stays."""
    field = form.locator(f'[name="{name}"]')
    kind = field.first.get_attribute("type") or field.first.evaluate("it => it.localName")
    match kind:
        case "radio":
            form.locator(f'[name="{name}"][value="{value}"]').check()
        case "checkbox":
            field.check()
        case "select":
            field.select_option(str(value))
        case _:
            field.fill(str(value))


def test_an_act_is_seen_done_and_told(page: Page, live_server, act: str):
    game, target, typed = prepared(act)
    hal, hedy = staff("hal", "host"), staff("hedy", "host")
    page.set_viewport_size({"width": 390, "height": 844})
    enter(page, live_server, hal)
    if ACTS[act].about in ("case", "appeal"):
        cases.claims(hal, target)
    fields = ACTS[act].form(None).fields
    typed = {name: value for name, value in {**WHY, **typed}.items() if value != ""}
    asked = {name: value for name, value in typed.items() if name in fields}
    hidden = {name: value for name, value in asked.items() if fields[name].widget.is_hidden}
    # A seat, a remark, a sanction: whoever comes from its page has it in the address.
    page.goto(f"{live_server.url}{address(act, target)}?{urlencode(hidden)}")
    form = page.locator("main form").first
    for name, value in asked.items():
        if name not in hidden:
            fill(form, name, value)
    go(page.get_by_role("button", name="See what will be done"))
    expect(page.get_by_role("heading", name="What will be done")).to_be_visible()
    go(page.locator("main form button").first)
    row = Act.objects.get(key=act)
    if ROWS[act]["H·n"] == "2":
        expect(page.get_by_role("heading", name="It waits for a second person")).to_be_visible()
        enter(page, live_server, hedy)
        page.goto(f"{live_server.url}/moderation/asked/{row.reference}/")
        go(page.get_by_role("button", name="Confirm"))
        expect(page.get_by_text("It is done.")).to_be_visible()
    else:
        expect(page.get_by_text(f"Its reference is {row.reference}")).to_be_visible()
    assert Act.objects.get(key=act).stage == "done"
    _reads(page, live_server, game, row.reference)


def _reads(page: Page, live_server, game, reference: str) -> None:
    """Let who is told open what he is told of."""
    told = Entry.objects.filter(game=game, said__reference=reference)
    letters = Letter.objects.filter(entry__in=told, seat__player__isnull=False)
    if not told:
        return
    reader = letters.first().seat.player if letters else game.organiser
    enter(page, live_server, reader)
    page.goto(live_server.url + game_url(game, "stories-public"))
    expect(page.get_by_text(reference).first).to_be_attached()
