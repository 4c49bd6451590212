"""How a letter is answered: its address, codes of what can be played, what became of a reply."""

from collections.abc import Iterator, Sequence

from django.conf import settings
from django.utils.translation import gettext as _

from engine.api import Pick, PickKind
from games import links, texts
from games.letters.content import Fact, Facts, one_line
from games.models import Letter, Reply, Seat
from games.replies.rules import codes, outcomes
from games.replies.rules.codes import Group
from games.replies.rules.outcomes import Outcome
from games.replies.rules.written import MARK
from games.selectors import Choice, SeatTable
from games.texts import Reader

_AS_IT_IS = Pick(PickKind.TURN, "upright")
MOST_OF_A_CARD = 8
"""So many ways to play a card are named, so that all cards together fill no more than a screen."""


def address(table: SeatTable, seat: Seat) -> str:
    """Name the address at which a letter that shows this table is answered; perhaps none."""
    if not settings.REPLY_DOMAIN or table.game.ended_at is not None:
        return ""
    return f"{links.mint_reply(seat, ply=table.game.ply)}@{settings.REPLY_DOMAIN}"


def above() -> str:
    """Write the line above which an answer is written."""
    return " ".join((MARK, _("To answer, write above this line"), MARK))


def coded(table: SeatTable, reader: Reader, *, whole: bool) -> Iterator[Facts]:
    """List what can be played by a reply, card by card; the whole of it to who asked for it."""
    if not table.my_turn or not table.choices:
        return
    groups = codes.grouped(table.choices)
    rows = [Fact(_card(group, reader), _plays(group, reader, whole=whole)) for group in groups]
    rows.append(Fact(_("How to"), _how(groups)))
    yield Facts(_("Play by replying"), tuple(rows))


def _card(group: Group[Choice], reader: Reader) -> str:
    label = reader.book.pick_text(group.moves[0].picks[0], (), reader)
    return f"{group.letter} · {label}"


def _plays(group: Group[Choice], reader: Reader, *, whole: bool) -> str:
    every = [f"{code} {_ways(move, reader)}".strip() for code, move in group.coded()]
    if whole or len(every) <= MOST_OF_A_CARD:
        return ", ".join(every)
    # To part with the card is named in any case: often it is all that one wants.
    passing = next((at for at, move in enumerate(group.moves) if codes.passes(move)), 0)
    shown = every[: MOST_OF_A_CARD - 1]
    return ", ".join((*shown, "…", *every[max(passing, len(shown)) : passing + 1]))


def _ways(move: Choice, reader: Reader) -> str:
    """Say how a card is played, in as few words as its choices have."""
    picks = move.picks
    labels = [
        (pick.kind, reader.book.pick_text(pick, picks[:at], reader))
        for at, pick in enumerate(picks)
        if at and pick != _AS_IT_IS
    ]
    cards = " + ".join(label for kind, label in labels if kind == PickKind.CARD)
    ways = " ".join(label for kind, label in labels if kind != PickKind.CARD)
    return ": ".join(filter(None, (ways, cards)))


def _how(groups: Sequence[Group[Choice]]) -> str:
    return _(
        'Reply with a code, such as %(code)s, or with a move in notation. "help" brings all '
        'codes; "board", "hand", "note …", "vacation until …", "stop" and "say …" are heard too.'
    ) % {"code": f"{groups[0].letter}1"}


def done_of(letter: Letter) -> tuple[Outcome, ...]:
    """Tell what became of the reply that a letter answers; nothing where it answers none."""
    reply: Reply | None = letter.reply
    return tuple(map(outcomes.loaded, reply.done)) if reply else ()


def told(done: Sequence[Outcome], ruleset: str) -> tuple[str, ...]:
    """Say line by line what became of a reply."""
    said = ((one_line(each.typed), texts.outcome_text(each, ruleset)) for each in done)
    return tuple(": ".join(filter(None, line)) for line in said)


def wants_all(done: Sequence[Outcome]) -> bool:
    """Tell whether somebody asked for all codes, or took one that there was not."""
    return any(each.about == "help" or each.told == "no-code" for each in done)
