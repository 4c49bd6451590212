"""What moderators' pages show, built from what a spectator sees; acts stand beside their things."""

from collections.abc import Collection, Iterable
from dataclasses import dataclass
from datetime import datetime
from typing import Any
from urllib.parse import urlencode

from django.urls import reverse
from django.utils.translation import gettext as _

from games import texts
from games.machine.selectors import Progress
from games.models import Act as Row
from games.models import Player, Sanction
from games.moderation.acts import ACTS
from games.moderation.rules import matrix
from games.moderation.rules.conditions import Circumstances
from games.moderation.rules.matrix import Relation, Right, Role
from games.moderation.selectors.pages import (
    FoundGame,
    FoundPerson,
    LetterLine,
    Moderated,
    Post,
    seats_lost,
)
from games.moderation.services import entitled
from games.moderation.services.act import Act, Beside
from games.moderation.services.scene import SITE
from games.sanctions.selectors import is_running
from games.substitutes.selectors import Returnable
from games.views import board


@dataclass(frozen=True, slots=True)
class Way:
    """A way to an act."""

    name: str
    href: str


def cards(games: Iterable[FoundGame]) -> list[dict[str, Any]]:
    """Say what a list says of games."""
    return [
        {
            "href": reverse("moderation-game", args=[game.key]),
            "name": game.name,
            "ruleset": texts.ruleset_name(game.ruleset),
            "status": texts.status_text(game.status),
            "people": texts.joined(game.people) if game.people else "",
            "deadline": texts.moment_text(game.deadline) if game.deadline else "",
        }
        for game in games
    ]


def waiting(rows: Iterable[Row]) -> list[dict[str, str]]:
    """Say what waits for a second person."""
    return [
        {
            "href": reverse("moderation-asked", args=[row.reference]),
            "name": ACTS[row.key].name,
            "about": row.game.name if row.game else row.target,
            "until": texts.moment_text(row.made_at + row.LIFE),
            "reference": row.reference,
        }
        for row in rows
    ]


def game_page(shown: Moderated, *, now: datetime) -> dict[str, Any]:
    """Build all that `pages/moderation/game.html` shows."""
    facts = shown.game
    reader = texts.reader_of(facts.ruleset, shown.names, None)
    return {
        "title": texts.game_title(facts.name, reader.book.name()),
        "key": facts.key,
        "status": texts.status_text(facts.status),
        "begun": facts.started_at is not None,
        "paused": texts.moment_text(shown.paused_until) if shown.paused_until else "",
        "ways": _ways(_offered("time", shown), facts.key),
        "backs": _backs(shown, now),
        "clocks": [
            {
                "name": shown.names[clock.seat],
                "until": board.moment(clock.due, now=now) if clock.due else None,
                "causes": board.clock_text(clock, now=now),
                "ways": _ways(_offered("clock", shown), facts.key, seat=clock.seat),
            }
            for clock in shown.clocks
        ],
        "seats": [
            {
                "name": each.name or _("free"),
                "number": each.number + 1,
                "bot": each.bot,
                "ways": _ways(
                    [act for act in _offered("seat", shown) if act.fits(each, shown)],
                    facts.key,
                    seat=each.number,
                ),
            }
            for each in shown.people
        ],
        "letters": [_letter(each, shown) for each in shown.letters],
        "done": [
            {"at": texts.moment_text(each.at), "line": texts.act_words(each.act, reader).line}
            for each in shown.done
        ],
        "waiting": waiting(shown.waiting),
        "staff": not shown.roles.isdisjoint((Role.MODERATOR, Role.HOST)),
        "league": shown.league if Role.DIRECTOR in shown.roles else "",
    }


def site_ways(roles: Collection[Role]) -> list[Way]:
    """Lead to the acts on the whole site that somebody may do."""
    acts = [act for act in ACTS.values() if act.beside == "site"]
    return _ways([act for act in acts if entitled.is_open(act, roles)], SITE)


def site_backs(rows: Iterable[Row], roles: Collection[Role], *, now: datetime) -> list[Way]:
    """Lead to taking back what was done lately to the whole site."""
    return _taking_back(rows, roles, now)


def under_way(found: Iterable[Progress]) -> list[str]:
    """Say how far the acts on many games got that are not done with all of them."""
    line = _("%(act)s, %(reference)s: %(done)d of %(all)d games.")
    return [
        line
        % {
            "act": ACTS[each.key].name,
            "reference": each.reference,
            "done": each.done,
            "all": each.all,
        }
        for each in found
    ]


def person_page(
    found: FoundPerson, roles: Collection[Role], tie: Relation, *, own: bool
) -> dict[str, Any]:
    """Build what `pages/moderation/person.html` says of a person to a reader with this tie."""
    acts, case = [act for act in ACTS.values() if act.beside == "person"], Circumstances(own=own)
    return {
        "name": found.name or found.address,
        "address": found.address,
        "profile": found.key,
        "roles": [texts.role_text(role) for role in found.roles],
        "ways": _ways([act for act in acts if entitled.is_open(act, roles, tie, case)], found.key),
    }


def returning(lost: Iterable[Returnable]) -> list[Way]:
    """Lead to bringing somebody back to the seats that he lost."""
    return [
        Way(f"{way.name}: {seat.name or seat.game}", way.href)
        for seat in lost
        for way in _ways([ACTS["bring-back"]], seat.game, seat=seat.seat)
    ]


def sanctions(
    rows: Iterable[Sanction],
    of: FoundPerson,
    roles: Collection[Role],
    *,
    by: Player,
    now: datetime,
) -> list[dict[str, Any]]:
    """Say of each sanction what it is, with what moderators noted, and lead to lifting it.

    From one that is over it leads to the seats that it took.
    """
    lift = ACTS["lift"]
    may = {
        by_host: matrix.right(lift.key, roles, Relation.NONE, Circumstances(by_host=by_host))[0]
        for by_host in (False, True)
    }
    return [
        sanction_line(row, now=now)
        | {
            "note": row.note,
            "shown": row.shown,
            "ways": [
                Way(lift.name, f"{reverse('moderation-act', args=[lift.key, of.key])}?{query}")
                for query in [urlencode({"sanction": row.pk})]
                if may[row.by_host] is Right.YES and is_running(row, now=now)
            ]
            + returning(() if is_running(row, now=now) else seats_lost(row, by=by)),
        }
        for row in rows
    ]


def sanction_line(row: Sanction, *, now: datetime) -> dict[str, Any]:
    """Say what a sanction is, until when, and why, as its holder is told."""
    return {
        "name": texts.sanction_name(row.kind),
        "state": texts.sanction_state_text(row.begun_at, row.until, row.ended_at, now=now),
        "runs": is_running(row, now=now),
        "why": texts.public_reasons()[row.why],
        "message": row.message,
        "reference": row.reference,
    }


def _offered(beside: Beside, shown: Moderated) -> list[Act]:
    """List the acts that the reader may do to a game, where they make sense."""
    acts = (act for act in ACTS.values() if act.beside == beside)
    fits = (act for act in acts if act.makes_sense(shown) and not (act.unseeing and shown.looked))
    return [act for act in fits if entitled.is_open(act, shown.roles)]


def _ways(acts: Iterable[Act], target: str, *, seat: int | None = None) -> list[Way]:
    query = "" if seat is None else f"?seat={seat}"
    return [
        Way(act.name, reverse("moderation-act", args=[act.key, target]) + query) for act in acts
    ]


def _backs(shown: Moderated, now: datetime) -> list[Way]:
    """Lead to taking back what was done lately, where that can be."""
    return _taking_back(shown.lately, shown.roles, now)


def _taking_back(rows: Iterable[Row], roles: Collection[Role], now: datetime) -> list[Way]:
    ways = []
    for row in rows:
        act = ACTS.get(row.key)
        asked = act.taken_back(row, now=now) if act and entitled.is_open(act, roles) else None
        if act and asked:
            name = _("Take back: %(act)s, %(reference)s")
            href = reverse("moderation-act", args=[row.key, row.target])
            words = {"act": act.name, "reference": row.reference}
            ways.append(Way(name % words, f"{href}?{urlencode(asked)}"))
    return ways


def post(found: Post | None, roles: Collection[Role]) -> dict[str, Any] | None:
    """Say how letters reach somebody, and lead to sending one again."""
    if found is None:
        return None
    acts = [act for act in ACTS.values() if act.beside == "letter"]
    may = [act for act in acts if entitled.is_open(act, roles)]
    return {
        "stopped": found.stopped,
        "unreached": texts.joined(found.unreached) if found.unreached else "",
        "letters": [_fate(each, may) | {"to": each.game} for each in found.letters],
    }


def _letter(letter: LetterLine, shown: Moderated) -> dict[str, Any]:
    to = shown.names[letter.seat] if letter.seat is not None else letter.address
    return _fate(letter, _offered("letter", shown)) | {"to": to}


def _fate(letter: LetterLine, acts: Iterable[Act]) -> dict[str, Any]:
    """Say of a letter what it is, and what became of it; never what it says."""
    closed = letter.status in ("queued", "inflight", "dropped")
    return {
        "kind": texts.letter_kind_text(letter.kind),
        "at": texts.moment_text(letter.created_at),
        "fate": texts.letter_fate_text(
            letter.status,
            letter.sent_at,
            letter.error,
            heard=letter.heard,
            heard_at=letter.heard_at,
        ),
        "failed": letter.status == "failed",
        "ways": [] if closed else _ways(acts, str(letter.id)),
    }
