"""All that is stored about a player, for himself as one file, written piece by piece.

Of his games it holds what he did and wrote, and how they stand in the open: never a state, an event
or another seat's anything. The record of a game has a file of its own.
"""

import json
from collections.abc import Iterable, Iterator, Mapping
from datetime import datetime
from itertools import islice
from typing import Any

from django.core.serializers.json import DjangoJSONEncoder
from django.db.models import Exists, F, OuterRef, Q

from games.accounts import selectors
from games.cleaning.rules import LETTERS
from games.models import (
    Absence,
    Act,
    AddressChange,
    Appeal,
    Ask,
    Asked,
    Award,
    Block,
    Case,
    Channel,
    Claim,
    Complaint,
    Daily,
    Director,
    Entrant,
    Follower,
    Glass,
    Household,
    Invitation,
    Kept,
    Letter,
    Mailbox,
    Move,
    Mute,
    Notes,
    Notice,
    Objection,
    Offer,
    Orders,
    Part,
    Passkey,
    Penalty,
    Player,
    Proposal,
    Rating,
    Refusal,
    Remark,
    Reply,
    Report,
    Reserve,
    Result,
    Role,
    Sanction,
    Seat,
    Setting,
    Signal,
    SignIn,
    Sought,
    Subscription,
    Trace,
)
from games.selectors import apart
from games.subscriptions.rules import mailbox_numbers

FORMAT, VERSION = "saboteur-by-mail-account", 1
AT_ONCE = 100
"""So many games are read together."""

Row = Mapping[str, Any]


def file(player: Player, *, now: datetime) -> Iterator[str]:
    """Write everything about a player as JSON, however much that is."""
    yield "{\n"
    yield f'"format": "{FORMAT}", "version": {VERSION}, "written_at": {_text(now)}'
    yield f',\n"account": {_text(_account(player))}'
    for name, rows in _sections(player, now).items():
        yield f',\n"{name}": ['
        for count, row in enumerate(rows):
            yield f"{',' if count else ''}\n{_text(row)}"
        yield "]"
    yield "\n}\n"


def _account(player: Player) -> Row:
    """Every column of his row is his."""
    return {field.attname: getattr(player, field.attname) for field in Player._meta.concrete_fields}


def _sections(player: Player, now: datetime) -> dict[str, Iterable[Row]]:
    address = player.email or ""
    # Of a seat only since they sat down: earlier letters tell what its former holder was told.
    to_seats = Q(seat__player=player, created_at__gte=F("seat__joined_at"))
    letters = Letter.objects.filter(to_seats | Q(email=address, seat=None))
    talk = Remark.objects.filter(by=player).order_by("id")
    return {
        "devices": _devices(player, now),
        "passkeys": Passkey.objects.filter(player=player).values("name", "created_at", "used_at"),
        "address_changes": AddressChange.objects.filter(player=player).values(
            "old", "new", "created_at", "old_agreed_at", "new_agreed_at", "closed_at"
        ),
        "sign_ins": SignIn.objects.filter(email=address).values("created_at", "used_at", "tries"),
        "games": _games(player),
        "seats_given_up": Offer.objects.filter(player=player).values(
            "game__key", "seat", "why", "made_at", "closed_at"
        ),
        "seats_taken_over": Offer.objects.filter(taken_by=player).values(
            "game__key", "seat", "closed_at"
        ),
        "invitations_to_me": Invitation.objects.filter(email=address).values(
            "game__key", "status", "created_at"
        ),
        "invitations_by_me": _invited(player),
        # Whom somebody there will not sit with had no letter, and is not told that he was asked;
        # nor when they would sit together again. Older letters are gone in any case.
        "offers_to_me": Asked.objects.filter(email=address)
        .exclude(
            ~Exists(Letter.objects.filter(asked=OuterRef("pk"))),
            Q(created_at__gte=now - LETTERS) | apart.apart_at_offer(player, of="offer__"),
        )
        .values("offer__game__key", "offer__seat", "created_at"),
        "offers_by_me": Asked.objects.filter(by=player).values(
            "offer__game__key", "offer__seat", "email", "created_at"
        ),
        "talk": talk.values("game__key", "room", "name", "text", "made_at").iterator(),
        "will_not_sit_with": Block.objects.filter(by=player).values("whom__name", "made_at"),
        "muted": Mute.objects.filter(by=player).values("game__key", "whom__name"),
        "reports": Report.objects.filter(case__by=player).values(
            "case__reference", "case__key", "case__called", "kind", "words", "enclosed", "made_at"
        ),
        "cases": _cases(player),
        "cases_claimed": Claim.objects.filter(by=player).values("touched_at"),
        "objections": Objection.objects.filter(by=player).values(
            "act__reference", "said", "made_at", "answer", "message", "answered_at"
        ),
        "turns": Kept.objects.filter(player=player)
        .order_by("at")
        .values("game__key", "at", "reply")
        .iterator(),
        "rounds": Part.objects.filter(player=player)
        .order_by("game", "round")
        .values("game__key", "round", "role", "gold")
        .iterator(),
        "ratings": Rating.objects.filter(player=player)
        .order_by("ended_at", "counted")
        .values("book", "counted__game__key", "ended_at", "mu", "sigma", "games")
        .iterator(),
        "appeals": Appeal.objects.filter(turn__player=player).values(
            "turn__game__key", "turn__at", "said", "made_at", "answer", "answered_at"
        ),
        "households": _households(player),
        "traces": Trace.objects.filter(player=player).values("day", "device", "network"),
        "signals": _signals(player),
        "roles": Role.objects.filter(player=player).values("kind", "begun_at", "ended_at"),
        "sanctions": Sanction.objects.filter(player=player, shown=True)
        .order_by("begun_at")
        .values("kind", "begun_at", "until", "ended_at", "why", "message", "game__key"),
        "acts": Act.objects.filter(Q(actor=player) | Q(second=player))
        .order_by("made_at")
        .values("key", "reference", "target", "asked", "stage", "made_at", "done_at"),
        # What is not told to all yet is told to nobody.
        "glass": Glass.objects.filter(
            Q(told_at__isnull=False) | Q(game=None, due_at__lte=now), holder=player
        )
        .order_by("due_at")
        .values("act__reference", "level", "game__key", "begun_at", "ended_at", "pages"),
        **_leagues(player),
        "letters_wanted": Subscription.objects.filter(player=player).values(
            "game__key", "turns", "daily", "news", "reminders", "stopped"
        ),
        "daily_letter": Daily.objects.filter(player=player).values("hour", "due_at", "told_on"),
        "channels": _channels(player),
        "invitations_refused": Refusal.objects.filter(mailbox__in=mailbox_numbers(address)).values(
            "made_at"
        ),
        "replies": Reply.objects.filter(player=player)
        .order_by("accepted_at")
        .values("seat__game__key", "accepted_at", "text", "done"),
        "letters_that_fail": Mailbox.objects.filter(player=player).values(
            "failed", "failing_since", "dead_since"
        ),
        "letters_called_spam": Complaint.objects.filter(player=player).values(
            "game__key", "stop", "spam", "made_at"
        ),
        "letters": letters.order_by("created_at", "kind")
        .values(
            *("kind", "game__key", "email", "status", "attempts", "created_at", "sent_at"),
            *("heard", "heard_at"),
        )
        .iterator(),
    }


def _leagues(player: Player) -> dict[str, Iterable[Row]]:
    """Where he plays, directs and follows, what he decided there, and what he was told."""
    return {
        "league_seasons": Entrant.objects.filter(player=player)
        .order_by("registered_at")
        .values(
            "season__league__name", "season__number", "division__rank", "status", "registered_at",
            "confirmed_at", "left_at", "reason", "carried", "card",
        ),
        "league_honours": Award.objects.filter(entrant__player=player)
        .order_by("made_at")
        .values("season__league__name", "season__number", "kind", "place", "round", "revoked_at"),
        "leagues_directed": Director.objects.filter(player=player).values(
            "league__name", "begun_at", "ended_at"
        ),
        "leagues_followed": Follower.objects.filter(player=player).values("league__name", "since"),
        "league_absences": Absence.objects.filter(entrant__player=player)
        .order_by("at")
        .values(
            "entrant__season__league__name", "entrant__season__number", "table__round__number",
            "round", "reason", "what", "at", "excused", "revoked_at", "card", "told_at", "said",
            "appealed_at", "answer", "answered_at",
        ),
        "league_steps_given": Absence.objects.filter(given_by=player)
        .order_by("at")
        .values("entrant__season__league__name", "what", "at", "reason"),
        "league_penalties": Penalty.objects.filter(entrant__player=player)
        .order_by("pk")
        .values(
            "entrant__season__league__name", "entrant__season__number", "points", "reason",
            "given_at", "revoked_at",
        ),
        "league_penalties_given": Penalty.objects.filter(by=player)
        .order_by("pk")
        .values("entrant__season__league__name", "points", "reason", "given_at"),
        "league_proposals": Proposal.objects.filter(by=player)
        .order_by("made_at")
        .values("season__league__name", "points", "reason", "made_at"),
        "league_appeals_decided": Absence.objects.filter(answered_by=player)
        .order_by("answered_at")
        .values("entrant__season__league__name", "answer", "answered_at"),
        "leagues_in_reserve": Reserve.objects.filter(player=player).values("league__name", "since"),
        "league_seats_asked_for": Sought.objects.filter(player=player)
        .order_by("asked_at")
        .values("search__place__table__game__name", "asked_at", "answered_at", "sits"),
        "league_answers": Ask.objects.filter(answered_by=player)
        .order_by("answered_at")
        .values("season__league__name", "condition", "answer", "answered_at"),
        "league_results_entered": Result.objects.filter(by=player)
        .order_by("entered_at")
        .values("table__round__division__season__league__name", "kind", "reason", "entered_at"),
        "league_notices": Notice.objects.filter(player=player)
        .order_by("made_at")
        .values("season__league__name", "season__number", "what", "made_at"),
    }  # fmt: skip


def _invited(player: Player) -> Iterator[Row]:
    """List whom he invited: by name, where he never wrote the address."""
    rows = Invitation.objects.filter(game__organiser=player)
    for row in rows.values("game__key", "called", "email", "status", "sent", "created_at"):
        yield row | {"email": ""} if row["called"] else row


def _cases(player: Player) -> Iterator[Row]:
    """What he reported, and what followed for him; nobody learns here who reported him."""
    fields = ("reference", "key", "kind", "called", "question", "made_at", "decided_at")
    yield from Case.objects.filter(by=player).order_by("made_at").values(*fields)
    told = ("finding", "decided_at")
    yield from Case.objects.filter(concerned=player).order_by("decided_at").values(*told)


def _devices(player: Player, now: datetime) -> Iterator[Row]:
    for device in selectors.devices(player, None, now=now):
        yield {"program": device.program, "system": device.system, "since": device.since}


def _channels(player: Player) -> Iterator[Row]:
    """What he is told by other ways; not the secrets that were shown to him once."""
    for row in Channel.objects.filter(player=player).order_by("pk").prefetch_related("games__game"):
        yield {
            "kind": row.kind,
            "name": row.name,
            "url": row.url,
            "turns": row.turns,
            "news": row.news,
            "reminders": row.reminders,
            "games": None if row.every_game else [each.game.key for each in row.games.all()],
            "made_at": row.made_at,
            "told_at": row.told_at,
            "failing_since": row.failing_since,
            "fault": row.fault,
            "off": row.off,
        }


def _households(player: Player) -> Iterable[Row]:
    """His own, and what he asked; who asks him is told by name, and by no address."""
    asked = Household.objects.filter(by=player, whom=None).values("email", "made_at")
    about = Q(by=player, whom__isnull=False) | Q(whom=player) | Q(email=player.email or "-")
    rows = Household.objects.filter(about)
    return (
        *asked,
        *rows.values("by__name", "whom__name", "made_at", "agreed_at", "ended_at"),
    )


def _signals(player: Player) -> Iterable[Row]:
    """That his account was compared with another, by which signs; not with whose."""
    rows = Signal.objects.filter(Q(one=player) | Q(other=player)).order_by("pk")
    for row in rows:
        yield {"found_at": row.found_at, "signs": sorted(row.numbers), "since": row.since}


def _games(player: Player) -> Iterator[Row]:
    seats = iter(
        Seat.objects.filter(player=player)
        .select_related("game")
        .defer("game__state", "game__time")
        .order_by("pk")
        .iterator(AT_ONCE)
    )
    while some := list(islice(seats, AT_ONCE)):
        yield from _some_games(player, some)


def _some_games(player: Player, seats: list[Seat]) -> Iterator[Row]:
    games = [seat.game_id for seat in seats]
    # Of the seat that is his, and not what its forerunner did.
    mine = {"game__in": games, "game__places__player": player, "seat": F("game__places__number")}
    moves = Move.objects.filter(
        by=Move.By.PLAYER, made_at__gte=F("game__places__joined_at"), **mine
    )
    settings = Setting.objects.filter(made_at__gte=F("game__places__joined_at"), **mine)
    fields = ("ply", "notation", "made_at")
    found: dict[str, dict[int, list[Row]]] = {
        "moves": _by(moves.order_by("ply").values("game_id", *fields), "game_id"),
        "settings": _by(settings.order_by("id").values("game_id", *fields), "game_id"),
        "orders": _by(_of(Orders, seats, "following", "standing", "unhurried", "draft"), "seat_id"),
        "notes": _by(_of(Notes, seats, "text", "about"), "seat_id"),
    }
    for seat in seats:
        game = seat.game
        yield {
            "key": game.key,
            "name": game.name,
            "ruleset": game.ruleset,
            "options": game.options,
            "status": game.status,
            "organised_by_me": game.organiser_id == player.pk,
            "created_at": game.created_at,
            "started_at": game.started_at,
            "ended_at": game.ended_at,
            "outcome": game.outcome,
            "seat": seat.number + 1,
            "called": seat.name,
            "joined_at": seat.joined_at,
            "here_at": seat.here_at,
            "moves": found["moves"].get(game.pk, []),
            "settings": found["settings"].get(game.pk, []),
            "orders": found["orders"].get(seat.pk, []),
            "notes": found["notes"].get(seat.pk, []),
        }


def _of(model: Any, seats: list[Seat], *fields: str) -> Iterable[Row]:
    rows: Iterable[Row] = model.objects.filter(seat__in=seats).values("seat_id", *fields)
    return rows


def _by(rows: Iterable[Row], key: str) -> dict[int, list[Row]]:
    found: dict[int, list[Row]] = {}
    for row in rows:
        kept = {name: value for name, value in row.items() if name != key}
        found.setdefault(row[key], []).append(kept)
    return found


def _text(value: object) -> str:
    return json.dumps(value, cls=DjangoJSONEncoder, ensure_ascii=False)
