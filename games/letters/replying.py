"""How a letter is answered: its address, codes of what can be played, what became of a reply."""

from collections.abc import Iterator, Sequence

from django.conf import settings
from django.utils.translation import gettext as _

from games import links, texts
from games.letters.content import Fact, Facts, one_line
from games.models import Letter, Reply, Seat
from games.replies.rules import outcomes
from games.replies.rules.outcomes import Outcome
from games.replies.rules.written import MARK
from games.selectors import SeatTable
from games.subscriptions import selectors as subscriptions
from games.texts import Reader

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
    lines = texts.code_lines(table.choices, reader, most=None if whole else MOST_OF_A_CARD)
    rows = [Fact(*line) for line in lines]
    rows.append(Fact(_("How to"), texts.code_help()))
    yield Facts(_("Play by replying"), tuple(rows))


def done_of(letter: Letter) -> tuple[Outcome, ...]:
    """Tell what became of the reply that a letter answers; nothing where it answers none."""
    reply: Reply | None = letter.reply
    return tuple(map(outcomes.loaded, reply.done)) if reply else ()


def told(done: Sequence[Outcome], ruleset: str) -> tuple[str, ...]:
    """Say line by line what became of a reply."""
    said = (
        (one_line(texts.wish_text(each.typed)), texts.outcome_text(each, ruleset)) for each in done
    )
    return tuple(": ".join(filter(None, line)) for line in said)


def is_brief(letter: Letter, done: Sequence[Outcome]) -> bool:
    """Tell whether the reader wants no more than a confirmation of what they wrote."""
    if letter.seat is None or letter.seat.player_id is None or not outcomes.is_all_done(done):
        return False
    return subscriptions.choice(letter.seat.player_id, letter.game_id).brief


def offers_brief() -> str:
    """Say that there is a shorter answer."""
    return _("You can choose shorter confirmations of your moves in your email settings.")


def wants_all(done: Sequence[Outcome]) -> bool:
    """Tell whether somebody asked for all codes, or took one that there was not."""
    return any(each.about == "help" or each.told == "no-code" for each in done)
