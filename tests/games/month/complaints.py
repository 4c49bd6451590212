"""What people of a simulated month say and report, and what moderators are asked about then."""

from typing import TYPE_CHECKING, Any

from games.cases.models import Kind
from games.cases.selectors import subjects
from games.cases.services import claiming, objecting, reporting
from games.links import JoinClaim
from games.models import Act as Row
from games.models import Case, Game, Objection, Remark, Seat
from games.services import games
from games.talk.rules.rooms import Room
from games.talk.services import saying
from games.talk.services.saying import Wish

if TYPE_CHECKING:
    from tests.games.month.moderated import Moderated

About = tuple[str, dict[str, Any]]


def two(month: "Moderated") -> list[Seat]:
    """Two people of one table."""
    games = Game.objects.filter(status=Game.Status.ACTIVE).order_by("pk")
    for game in month.random.sample(list(games), len(games)):
        seats = list(game.places.filter(player__isnull=False).select_related("player", "game"))
        if len(seats) > 1:
            return month.random.sample(seats, 2)
    return []


def before_the_start(month: "Moderated") -> About:
    """Two who have just sat down at a table of their own and sit wrongly."""
    one, other = (person.player for person in month.random.sample(month.people, 2))
    game = games.create(
        one, ruleset_key="duel", options={}, seats=2, time={}, listed=False, now=month.now
    )
    games.take_open_seat(JoinClaim.of(game), other, now=month.now)
    return game.key, {"seat": 0, "other": 2, "why": "fault"}


def says_something(month: "Moderated") -> About | None:
    """Something that was said is hidden."""
    for seat in two(month)[:1]:
        wish = Wish(Room.TABLE, "you are all fools", f"n{month.ticks}")
        saying.say(seat.game.key, wish, by=seat.player, now=month.now)
        remark = Remark.objects.filter(game=seat.game, by=seat.player).latest("id")
        return seat.game.key, {"remark": remark.pk, "step": "hide", "why": "talk"}
    return None


def reports(month: "Moderated") -> About | None:
    """A case that somebody laid before them, claimed by who decides it."""
    seats = two(month)
    if not seats:
        return None
    one, other = seats
    found = subjects.of_seat(other.game.key, other.number, by=one.player)
    said = reporting.Said(Kind.STALLING, "he is always late")
    case: Case = reporting.report(found, said, by=one.player, now=month.now)
    claiming.claim(case, by=month.by, now=month.now)
    return case.reference, {"finding": "breach", "measure": "note", "why": "rules"}


def appeals(month: "Moderated") -> About | None:
    """A decision that its person does not accept, claimed by another than who decided."""
    for act in Row.objects.filter(key="close-report", stage="done").order_by("-pk"):
        if Objection.objects.filter(act=act).exists():
            continue
        whom = Case.objects.get(reference=act.target).about
        objecting.appeal(act.reference, "I was ill", by=whom, now=month.now)
        month.by = month.somebody("decide-appeal", but=act.actor_id)
        claiming.claim(Objection.objects.get(act=act), by=month.by, now=month.now)
        return act.reference, {"answer": "lifted", "why": "rules"}
    return None
