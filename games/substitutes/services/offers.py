"""Giving a seat up, offering it, asking somebody to take it, keeping it after all."""

from dataclasses import replace
from datetime import datetime

from games.clocks.rules import seating
from games.clocks.rules.refusals import Refused
from games.clocks.services import keeping
from games.errors import AlreadyInvited, NotOrganiser, SeatTaken, ServiceHeld
from games.links import SeatClaim
from games.log.rules import Cause
from games.log.services import because
from games.models import Asked, Game, Letter, Offer, Player
from games.selectors import apart
from games.selectors.organizing import organizes
from games.services import locks, mailbox, newcomers, people, turns
from games.services.table import Held
from games.substitutes.services import deciding, sitting, standing

Kind, Why = Letter.Kind, Offer.Why


def resign(claim: SeatClaim, *, now: datetime) -> None:
    """Give a seat up: a bot plays it until somebody sits. Twice is once.

    Raises BadLink, or Refused when the game is over.
    """
    with because(Cause.FORM):
        give_up(_held(claim, now), claim.seat, now=now)


def give_up(held: Held, number: int, *, now: datetime) -> None:
    """Hand a seat of a running game to a bot until somebody sits; twice is once."""
    if standing.open_offer(held, number, Why.RESIGNED, now=now):
        _leave(held, number, now)


def _leave(held: Held, number: int, now: datetime) -> None:
    entry = standing.tell(held, "resigned", number, now=now)
    held = replace(held, table=seating.hand_to_bot(held.table, number))
    standing.store(held, now=now)
    game, ply = held.game, held.game.ply
    # The turn ends here: who thinks better of it has won no time for it. Nobody moves at a closed
    # table, where it ends when the table opens.
    closed = keeping.closed(game, held.table, now=now)
    if game.bot_asked and number in game.to_act and not closed:
        turns.finish_turn(held, number, now=now)
    # Whoever is asked by then reads it in his turn letter.
    asked = game.to_act if game.ply > ply else ()
    told = (at for at in standing.people(held, but=number) if at.number not in asked)
    if game.status == Game.Status.ACTIVE:
        mailbox.post(game, ((Kind.NEWS, at) for at in told), entry=entry, now=now)


def offer(claim: SeatClaim, *, now: datetime) -> None:
    """Offer a seat and go on playing it until somebody sits; raises BadLink or Refused."""
    with because(Cause.FORM):
        held = _held(claim, now)
        if standing.open_offer(held, claim.seat, Why.WISH, now=now):
            standing.tell(held, "wish", claim.seat, now=now)


def stand_in(held: Held, number: int, *, now: datetime) -> None:
    """Let a bot play for a seat's player who is away until he is back; nobody else is asked."""
    standing.close_offer(held, number, now=now)
    if held.table.seats[number].bot:
        return
    standing.tell(held, "played-for", number, told=standing.people(held), now=now)
    standing.store(held, seating.hand_to_bot(held.table, number), now=now)


def come_back(held: Held, number: int, *, now: datetime) -> None:
    """Let who is to be back by now play himself again, and tell him; nothing if he does."""
    if standing.is_stood_in(held, number) and not deciding.is_offered(held.game, number):
        his = standing.place(held, number)
        standing.store(standing.back(held, number, told=[his], now=now), now=now)


def keep(claim: SeatClaim, *, now: datetime) -> None:
    """Take a seat back: no bot plays it any more, nobody else is asked for it.

    Nothing happens where nothing was given up. Raises BadLink or Refused, also for a turn that was
    given up at a closed table: it has not ended yet, and would begin anew.
    """
    with because(Cause.FORM):
        take_back(_held(claim, now), claim.seat, now=now)


def take_back(held: Held, number: int, *, now: datetime) -> None:
    """Do that for a seat of a locked game; raises Refused."""
    if standing.left_turn(held, number):
        if closed := keeping.closed(held.game, held.table, now=now):
            raise Refused(closed)
        turns.finish_turn(held, number, now=now)
        held = turns.hold(held.game, now=now)
        if held.game.status != Game.Status.ACTIVE:
            return
    again = standing.back(held, number, now=now)
    if standing.close_offer(held, number, now=now):
        standing.tell(held, "kept", number, now=now)
    deciding.refuse(held, number, now=now)
    if again is not held:
        standing.store(again, now=now)


def give_back(claim: SeatClaim, *, now: datetime) -> None:
    """Let who had a seat before have it again, which was asked; nothing if nobody asks any more.

    Raises BadLink or Refused.
    """
    with because(Cause.FORM):
        deciding.agree(_held(claim, now), claim.seat, now=now)


def ask(
    key: str, number: int, address: str, *, by: Player, now: datetime, origin: str | None = None
) -> Asked:
    """Ask an address by letter to take a seat that is offered.

    Whose address it is stays unsaid: whoever may not sit there learns so from the seat's own page.
    Raises BadAddress, NoSuchGame, SeatTaken, NotOrganiser, AlreadyInvited, NotByMail, ServiceHeld
    or TooMany.
    """
    email = people.address(address)
    with because(Cause.FORM):
        game = locks.game(key=key)
        if game.held_whole:
            raise ServiceHeld
        found = sitting.offered(game, number, now=now)
        if found is None:
            raise SeatTaken
        # Who lost it by decision has no word in who gets it; where one is named, nobody has.
        own = found.by_id is None and by.pk == found.player_id
        if not own and not organizes(by, game):
            raise NotOrganiser
        if found.whom_id is not None:
            raise SeatTaken
        known = Player.objects.filter(email=email).first()
        others = apart.others_at(game, number)
        asked, new = Asked.objects.get_or_create(
            offer=found, email=email, defaults={"by": by, "created_at": now}
        )
        if not new:
            raise AlreadyInvited
        newcomers.use_invitation(email, by=by, now=now, origin=origin)
        if known is not None and apart.kept_apart(others) & {known.pk}:
            # Nobody is told that two at one table would be kept apart: the other never comes.
            return asked
        mailbox.post_to(email, Kind.OFFER, game=game, asked=asked, now=now)
    return asked


def _held(claim: SeatClaim, now: datetime) -> Held:
    game, places = locks.claimed_game(claim, now=now)
    held = turns.hold(game, places, now=now)
    held.table.must_go_on()
    return held
