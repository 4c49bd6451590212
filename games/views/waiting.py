"""What the page of a filling table shows: its terms, its seats, who is invited, what is missing."""

from collections.abc import Mapping
from dataclasses import dataclass

from django.conf import settings
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games import texts
from games.clocks.rules.settings import Settings
from games.clocks.rules.stretches import HOUR
from games.models import Invitation
from games.selectors import GameFacts, Invited, Lobby, Person
from games.selectors.records import Reliability


@dataclass(frozen=True, slots=True)
class Terms:
    """How a game is played, line by line: what everybody wants to know, and what few do."""

    plain: tuple[str, ...]
    finer: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Act:
    """Something the organiser can do with one line: a small form."""

    href: str
    field: str
    value: int
    label: str


@dataclass(frozen=True, slots=True)
class Line:
    """A seat or an invitation."""

    name: str
    state: str
    note: str
    acts: tuple[Act, ...] = ()


@dataclass(frozen=True, slots=True)
class LobbyPage:
    """Everything that `pages/lobby.html` shows."""

    key: str
    ruleset: str
    rules: str
    """Where its rules are told."""
    terms: Terms
    count: str
    seats: tuple[Line, ...]
    invitations: tuple[Line, ...]
    is_organiser: bool
    can_leave: bool
    free: int
    next_place: int | None
    """The first free place: what a wish for a bot was made for."""
    share: str
    hindrance: str
    wait_text: str


def lobby_sheet(lobby: Lobby, records: Mapping[int, Reliability]) -> LobbyPage:
    """Build the page of a filling table, with the record of each who sits there."""
    game = lobby.game
    taken = game.seats - lobby.free
    token = lobby.join_token
    return LobbyPage(
        key=game.key,
        ruleset=texts.ruleset_name(game.ruleset),
        rules=reverse("rules", args=[game.ruleset]),
        terms=terms(game),
        count=_("%(taken)d of %(seats)d seats taken") % {"taken": taken, "seats": game.seats},
        seats=tuple(_seats(lobby, records)),
        invitations=tuple(_invitation(row, game.key) for row in lobby.invitations),
        is_organiser=lobby.mine,
        can_leave=lobby.my_seat is not None and not lobby.mine,
        free=lobby.free - lobby.reserved,
        next_place=next((person.number for person in lobby.people if not person.taken), None),
        share=f"{settings.BASE_URL}{reverse('invitations-join', args=[token])}" if token else "",
        hindrance=_hindrance(lobby.free),
        wait_text=_wait_text(lobby),
    )


def terms(game: GameFacts) -> Terms:
    """Say how this game is played, line by line."""
    options = (
        _("%(option)s: %(value)s")
        % {
            "option": texts.option_name(game.ruleset, name),
            "value": texts.option_value(game.ruleset, name, value),
        }
        for name, value in game.options.items()
    )
    bar = filter(None, [texts.bar_text(game.time)])
    return Terms((*options, *texts.time_terms(game.time), *bar), texts.finer_terms(game.time))


def time_terms(chosen: Settings) -> Terms:
    """Say what a table has chosen about time alone."""
    return Terms(texts.time_terms(chosen), texts.finer_terms(chosen))


def _seats(lobby: Lobby, records: Mapping[int, Reliability]) -> list[Line]:
    lines, kept = [], lobby.reserved
    for person in lobby.people:
        if person.taken:
            lines.append(_sitting(person, lobby, records.get(person.number)))
        elif kept:
            kept -= 1
            lines.append(Line(_("kept free"), "kept", _("for somebody who is invited")))
        else:
            lines.append(Line(_("free"), "free", ""))
    return lines


def _sitting(person: Person, lobby: Lobby, record: Reliability | None) -> Line:
    me = person.number == lobby.my_seat
    notes = [_("bot") if person.bot else _("me") if me else "", _waking(person, lobby)]
    notes.append(texts.record_text(record) if record else "")
    acts: tuple[Act, ...] = ()
    if lobby.mine and not me:
        href = reverse("lobby-remove", args=[lobby.game.key])
        acts = (Act(href, "seat", person.number, _("Free this seat")),)
    note = ", ".join(filter(None, notes))
    return Line(person.name, "bot" if person.bot else "taken", note, acts)


def _waking(person: Person, lobby: Lobby) -> str:
    """Say how much of a turn somebody would be awake: is this clock one for all of them?"""
    if person.number not in lobby.waking:
        return ""
    hours = round(lobby.waking[person.number] / HOUR)
    return ngettext("awake for %(n)d hour of a turn", "awake for %(n)d hours of a turn", hours) % {
        "n": hours
    }


def _invitation(row: Invited, key: str) -> Line:
    notes = {
        Invitation.Status.PENDING: ngettext(
            "no answer yet", "no answer yet, written to %(n)d times", row.sent
        )
        % {"n": row.sent},
        Invitation.Status.ACCEPTED: _("takes the seat"),
        Invitation.Status.DECLINED: _("does not want to"),
        Invitation.Status.WITHDRAWN: _("withdrawn"),
    }
    acts: tuple[Act, ...] = ()
    if row.status == Invitation.Status.PENDING:
        acts = (
            Act(reverse("lobby-resend", args=[key]), "invitation", row.id, _("Write again")),
            Act(reverse("lobby-withdraw", args=[key]), "invitation", row.id, _("Withdraw")),
        )
    return Line(row.email, row.status, notes[Invitation.Status(row.status)], acts)


def _hindrance(free: int) -> str:
    if not free:
        return ""
    return ngettext("One seat has nobody yet.", "%(n)d seats have nobody yet.", free) % {"n": free}


def _wait_text(lobby: Lobby) -> str:
    words = {"name": lobby.game.organiser}
    if lobby.my_seat is not None:
        return _("Your seat is kept. %(name)s starts the game, and then you get a letter.") % words
    return _("%(name)s is filling the table. Once it has begun, you can watch here.") % words
