"""What people of simulated years do when they look in, and directors: each by one service."""

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from typing import TYPE_CHECKING

from games.clocks.rules.refusals import Refused
from games.clocks.services import vacations
from games.errors import ServiceError
from games.leagues.services import absence, entering
from games.links import AskedClaim
from games.models import Absence, Asked, Entrant, Season
from games.substitutes.services import sitting
from tests.games.cast import DAY, player
from tests.games.years.people import Person
from tests.games.years.plan import VACATION

if TYPE_CHECKING:
    from tests.games.years.years import Years

In, Status = Season.Status, Entrant.Status
STANDS_BY, COMES_LATE, SITS_A_ROUND_OUT = 0.3, 0.3, 0.05
GOES_AWAY, FOR_SO_LONG = 0.05, (VACATION + 1, VACATION + 10)
TAKES_A_SEAT, APPEALS, IS_DECIDED, IS_GRANTED = 0.4, 0.5, 0.4, 0.5


def visit(years: "Years", there: Mapping[int, Person]) -> None:
    """Let people do what their letters ask them to, or what they have in mind."""
    for season in Season.objects.filter(league=years.league).exclude(status__in=Season.OVER):
        stands = {each.player_id: each for each in season.entrants.all()}
        for pk, person in there.items():
            _go_on(years, season, person, stands.get(pk))
    _take_seats(years, there)
    _appeal(years, there)


def decide(years: "Years") -> None:
    """Let a director answer some appeals; those that none of them answers lapse."""
    director = player("otto")
    open_ones = Absence.objects.filter(appealed_at__isnull=False, answer="").order_by("pk")
    for each in open_ones:
        if years.random.random() < IS_DECIDED:
            grant = years.random.random() < IS_GRANTED
            absence.decide(each.pk, grant=grant, by=director, reason="Looked into", now=years.now)


def _go_on(years: "Years", season: Season, person: Person, entrant: Entrant | None) -> None:
    def tries(what: str, service: Callable[..., object]) -> None:
        with _trying(years, what):
            service(season.pk, person.player, now=years.now)

    status = entrant.status if entrant else None
    if entrant and status == Status.WAITING and entrant.offered_at:
        tries("take a place", entering.confirm)
        return
    match season.status, status:
        case In.REGISTRATION, None if person.comes:
            person.comes = False
            tries("register", entering.register)
        case In.PREPARED, Status.REGISTERED if person.confirms:
            tries("confirm", entering.confirm)
        case In.RUNNING, None if person.comes and person.decides(("late", season.pk), COMES_LATE):
            tries("register late", entering.register)
        case In.RUNNING, Status.ACTIVE if person.withdraws and person.withdraws <= years.now:
            person.withdraws = None
            tries("withdraw", entering.withdraw)
        case In.RUNNING, Status.ACTIVE if person.decides(("bye", season.pk), SITS_A_ROUND_OUT):
            tries("ask for a bye", entering.ask_bye)
        case In.RUNNING, Status.ACTIVE if person.decides("reserve", STANDS_BY):
            tries("stand by", entering.reserve)
        case In.RUNNING, Status.ACTIVE if person.decides(
            ("away", season.pk), GOES_AWAY * years.plan.fates
        ):
            _go_away(years, person)
        case In.RUNNING, Status.WITHDRAWN if person.decides(("back", season.pk), person.returns):
            tries("come back", entering.come_back)


def _go_away(years: "Years", person: Person) -> None:
    """Let somebody say that he is away for longer than any table pays for, and be so."""
    days = person.random.randint(*FOR_SO_LONG)
    try:
        vacations.leave(person.player, (None, (years.now + days * DAY).date()), now=years.now)
    except Refused as refused:
        years.count[f"go away refused: {refused.reason}"] += 1
    else:
        years.count["go away"] += 1
        person.gone = (years.now, years.now + days * DAY)


def _take_seats(years: "Years", there: Mapping[int, Person]) -> None:
    """Who is asked for a seat that somebody left takes it, or says nothing."""
    by_address = {person.player.email: person for person in there.values()}
    asked = Asked.objects.filter(offer__closed_at=None, email__in=by_address)
    for each in asked.order_by("pk"):
        if by_address[each.email].decides(("seat", each.pk), TAKES_A_SEAT):
            with _trying(years, "take a seat"):
                sitting.accept(AskedClaim(each.pk), language="en", now=years.now)


def _appeal(years: "Years", there: Mapping[int, Person]) -> None:
    """Who was given a card may ask that it be taken back."""
    given = Absence.objects.filter(
        card__isnull=False, appealed_at=None, entrant__player__in=there
    ).select_related("entrant")
    for each in given.order_by("pk"):
        person = there[each.entrant.player_id]
        if person.decides(("appeal", each.pk), APPEALS):
            with _trying(years, "appeal"):
                season = each.entrant.season_id
                absence.appeal(season, person.player, each.pk, "My line was down", now=years.now)


@contextmanager
def _trying(years: "Years", what: str) -> Iterator[None]:
    """Count what is done, and what is refused."""
    try:
        yield
    except ServiceError as refused:
        years.count[f"{what} refused: {type(refused).__name__}"] += 1
    else:
        years.count[what] += 1
