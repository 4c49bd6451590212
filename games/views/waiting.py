"""What the page of a filling table shows: its terms, its seats, who is invited, what is missing."""

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass, replace

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
    profile: str = ""
    """The key of his page, if he has one."""


@dataclass(frozen=True, slots=True)
class KeptSeat:
    """What is asked of a reader for whom a seat is kept."""

    title: str
    message: str
    until: str
    decline: str
    """Where a no goes."""


@dataclass(frozen=True, slots=True)
class LobbyPage:
    """Everything that `pages/lobby.html` shows."""

    key: str
    name: str
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
    listed: bool
    may_sit: bool
    kept: KeptSeat | None
    """For a reader who is invited and has yet to answer."""
    door: str
    """Whether the table is public, and what is spoken there."""
    watch: str
    """The address for whom it may concern to watch."""
    hindrance: str
    wait_text: str
    seated_as: str
    """How the reader is called at the table; empty if he does not sit there."""
    to_come: tuple[str, ...]
    """What happens next, for who waits."""


def lobby_sheet(
    lobby: Lobby,
    records: Mapping[int, Reliability],
    pages: Mapping[int, str],
    refusing: Collection[str],
) -> LobbyPage:
    """Build the page of a filling table, with the record of each who sits there.

    `refusing` names who cannot be invited by mail.
    """
    game = lobby.game
    taken = game.seats - lobby.free
    token = lobby.join_token
    return LobbyPage(
        key=game.key,
        name=game.name,
        ruleset=texts.ruleset_name(game.ruleset),
        rules=reverse("rules", args=[game.ruleset]),
        terms=terms(game),
        count=_("%(taken)d of %(seats)d seats taken") % {"taken": taken, "seats": game.seats},
        seats=tuple(_seats(lobby, records, pages)),
        invitations=tuple(
            _invitation(row, game.key, by_mail=row.email not in refusing)
            for row in lobby.invitations
        ),
        is_organiser=lobby.mine,
        can_leave=lobby.my_seat is not None and not lobby.mine,
        free=lobby.free - lobby.reserved,
        next_place=next((person.number for person in lobby.people if not person.taken), None),
        share=f"{settings.BASE_URL}{reverse('invitations-join', args=[token])}" if token else "",
        listed=lobby.listed,
        may_sit=lobby.listed
        and lobby.my_seat is None
        and lobby.kept is None
        and lobby.free > lobby.reserved,
        kept=_kept(lobby),
        door=texts.door_text(listed=lobby.listed, language=lobby.language),
        watch=f"{settings.BASE_URL}{reverse('table-public', args=[game.key])}",
        hindrance=_hindrance(lobby.free),
        wait_text=_wait_text(lobby),
        seated_as="" if lobby.my_seat is None else _name_at(lobby, lobby.my_seat),
        to_come=tuple(_to_come(lobby)),
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
    joining = texts.joining_lines(game.time)
    return Terms((*options, *texts.time_terms(game.time), *joining), texts.finer_terms(game.time))


def time_terms(chosen: Settings) -> Terms:
    """Say what a table has chosen about time alone."""
    return Terms(texts.time_terms(chosen), texts.finer_terms(chosen))


def _seats(
    lobby: Lobby, records: Mapping[int, Reliability], pages: Mapping[int, str]
) -> list[Line]:
    lines, kept = [], lobby.reserved
    for person in lobby.people:
        if person.taken:
            line = _sitting(person, lobby, records.get(person.number))
            lines.append(replace(line, profile=pages.get(person.number, "")))
        elif kept:
            kept -= 1
            lines.append(Line(_("kept free"), "kept", _("for somebody who is invited")))
        else:
            lines.append(Line(_("free"), "free", ""))
    return lines


def _sitting(person: Person, lobby: Lobby, record: Reliability | None) -> Line:
    me = person.number == lobby.my_seat
    who = texts.bot_text(person.strength) if person.bot else _("me") if me else ""
    notes = [who, _waking(person, lobby)]
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


def _invitation(row: Invited, key: str, *, by_mail: bool) -> Line:
    notes = {
        Invitation.Status.PENDING: ngettext(
            "no answer yet", "no answer yet, written to %(n)d times", row.sent
        )
        % {"n": row.sent},
        Invitation.Status.ACCEPTED: _("takes the seat"),
        Invitation.Status.DECLINED: _("does not want to"),
        Invitation.Status.WITHDRAWN: _("withdrawn"),
        Invitation.Status.LAPSED: _("no answer in time"),
    }
    acts: tuple[Act, ...] = ()
    note = notes[Invitation.Status(row.status)]
    if not by_mail and row.status in (Invitation.Status.PENDING, Invitation.Status.LAPSED):
        note = _("cannot be invited by mail: hand over the link of the table")
    elif row.lost and row.status == Invitation.Status.PENDING:
        note = _(
            "the letter came back, or was not taken: withdraw it, then invite another address or "
            "hand over the link of the table"
        )
    elif row.lost and row.status == Invitation.Status.LAPSED:
        note = _(
            "the letter came back, or was not taken: invite another address, or hand over the "
            "link of the table"
        )
    if row.status == Invitation.Status.LAPSED and by_mail:
        acts = (Act(reverse("lobby-resend", args=[key]), "invitation", row.id, _("Ask again")),)
    if row.status == Invitation.Status.PENDING:
        until = _("until %(moment)s")
        due = {"moment": texts.moment_text(row.reply_by)} if row.reply_by else None
        note = f"{note}, {until % due}" if due and not row.lost else note
        again = Act(reverse("lobby-resend", args=[key]), "invitation", row.id, _("Write again"))
        back = Act(reverse("lobby-withdraw", args=[key]), "invitation", row.id, _("Withdraw"))
        acts = (again, back) if by_mail else (back,)
    return Line(row.called or texts.address_text(row.email), row.status, note, acts)


def _kept(lobby: Lobby) -> KeptSeat | None:
    kept = lobby.kept
    if kept is None:
        return None
    return KeptSeat(
        title=_("%(name)s invites you to a game") % {"name": lobby.game.organiser},
        message=kept.message,
        until=texts.moment_text(kept.reply_by) if kept.reply_by else "",
        decline=reverse("invitations-answer", args=[kept.token]),
    )


def _hindrance(free: int) -> str:
    if not free:
        return ""
    return ngettext("One seat has nobody yet.", "%(n)d seats have nobody yet.", free) % {"n": free}


def _wait_text(lobby: Lobby) -> str:
    words = {"name": lobby.game.organiser}
    return _("%(name)s is filling the table. Once it has begun, you can watch here.") % words


def _name_at(lobby: Lobby, number: int) -> str:
    return next(person.name for person in lobby.people if person.number == number)


def _to_come(lobby: Lobby) -> Iterator[str]:
    """Say in order what happens until there are cards."""
    words = {"name": lobby.game.organiser}
    open_seats = lobby.free - lobby.reserved
    if lobby.reserved:
        yield ngettext(
            "Somebody who is invited has yet to answer.",
            "%(n)d people who are invited have yet to answer.",
            lobby.reserved,
        ) % {"n": lobby.reserved}
    if open_seats > 0:
        yield ngettext(
            "One seat is free, and %(name)s looks for somebody.",
            "%(n)d seats are free, and %(name)s looks for people.",
            open_seats,
        ) % {"n": open_seats, **words}
    yield _("%(name)s starts the game.") % words
    yield _("You get a letter with your cards, and are told when it is your turn.")
