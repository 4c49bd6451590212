"""What moderators do in a simulated month: each act as it may come, by the frame and nothing else.

`COMES` names for every act that is built what it is asked about and what is typed; None where
nothing fits now. An act without its line makes `test_a_moderated_month.py` red.
"""

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any

from games.clocks.rules.refusals import Refused
from games.errors import ServiceError
from games.models import Act as Row
from games.models import Game, Letter, Move, Player, Sanction
from games.moderation.acts import ACTS
from games.moderation.rules.refusals import NotDone
from games.moderation.services import acting, confirming, seconds
from games.moderation.services.scene import SITE
from tests.games.cast import DAY
from tests.games.month import complaints, mishaps

if TYPE_CHECKING:
    from tests.games.month.moderated import Moderated

About = tuple[str, dict[str, Any]]
Comes = Callable[["Moderated"], About | None]
WHY = {"message": "", "reason": "it came about in this month"}
SOMETIMES = 0.25
NO = (NotDone, Refused, ServiceError)


def running(month: "Moderated") -> Game | None:
    """Some game that runs."""
    games = Game.objects.filter(status=Game.Status.ACTIVE).order_by("pk")
    return month.random.choice(list(games)) if games else None


def person(month: "Moderated") -> Player:
    """Somebody who plays."""
    return month.random.choice(month.people).player


def on_a_game(**typed: Any) -> Comes:
    """About a game that runs."""

    def comes(month: "Moderated") -> About | None:
        game = running(month)
        return (game.key, dict(typed)) if game else None

    return comes


def on_who_is_asked(**typed: Any) -> Comes:
    """About a person's seat that is asked."""

    def comes(month: "Moderated") -> About | None:
        game = running(month)
        if game is None:
            return None
        seat = game.places.filter(number__in=game.to_act, player__isnull=False).first()
        return (game.key, {**typed, "seat": seat.number}) if seat else None

    return comes


def on_a_persons_seat(**typed: Any) -> Comes:
    """About any seat that a person has."""

    def comes(month: "Moderated") -> About | None:
        game = running(month)
        seats = list(game.places.filter(player__isnull=False)) if game else []
        if not seats:
            return None
        return game.key, {**typed, "seat": month.random.choice(seats).number}

    return comes


def on_who_was_removed(month: "Moderated") -> About | None:
    """About the seat that somebody lost last."""
    running = Game.objects.filter(status=Game.Status.ACTIVE)
    rows = Row.objects.filter(key="remove", stage="done", target__in=running.values("key"))
    row = rows.order_by("-pk").first()
    return (row.target, {"seat": row.asked["seat"], "why": "fault"}) if row else None


def by_somebody_else(month: "Moderated") -> About | None:
    """About a seat that another is asked to take."""
    came = on_a_persons_seat(why="absence")(month)
    return (came[0], {**came[1], "whom": person(month).key}) if came else None


def ends_or_goes_on(month: "Moderated") -> About | None:
    """A game ends without result; every other time that is taken back."""
    last = Row.objects.filter(key="annul", stage="done").order_by("-pk").first()
    if last is not None and not last.asked["back"]:
        return last.target, {"back": last.reference, "why": "fault"}
    return on_a_game(why="fault")(month)


def decided(month: "Moderated") -> About | None:
    """A game that ended, in a month that has some; else one that runs."""
    over = Game.objects.filter(status=Game.Status.FINISHED).order_by("pk").last()
    game = over or running(month)
    if game is None:
        return None
    scores = ", ".join(str(month.random.randrange(4)) for _ in range(game.seats))
    return game.key, {"scores": scores, "why": "rules"}


def on_somebody(*, for_days: int = 0, **typed: Any) -> Comes:
    """About who plays, for so many days."""

    def comes(month: "Moderated") -> About:
        last = {"last": f"{month.now + for_days * DAY:%Y-%m-%d}"} if for_days else {}
        return person(month).key, {"why": "rules", **typed, **last}

    return comes


def what_was_forced(month: "Moderated") -> About | None:
    """A game whose last move the service made, if need be at this very word."""
    for game in Game.objects.filter(status=Game.Status.ACTIVE).order_by("-pk"):
        if game.moves.latest("ply").by in (Move.By.FORCED, Move.By.DEADLINE):
            return game.key, {"why": "fault"}
    came = COMES["force-default"](month)
    if came is None or not does(month, "force-default", *came):
        return None
    return came[0], {"why": "fault"}


def seldom(comes: Comes) -> Comes:
    """A quarter of the times: whole games end by it."""
    return lambda month: comes(month) if month.random.random() < SOMETIMES else None


def changes_places(month: "Moderated") -> About | None:
    """Two seats of people at one table, which has begun or not."""
    if month.random.random() < SOMETIMES:
        return complaints.before_the_start(month)
    seats = complaints.two(month)
    if not seats:
        return None
    one, other = seats
    typed = {"seat": one.number, "other": other.number + 1, "deal": "on", "why": "fault"}
    return one.game.key, typed


def what_is_set_aside(month: "Moderated") -> About | None:
    """A game that was set aside."""
    stuck = Game.objects.filter(status=Game.Status.ACTIVE, stuck__gte=Game.SET_ASIDE)
    game = stuck.order_by("pk").first()
    return (game.key, {"why": "fault"}) if game else None


def what_runs(month: "Moderated") -> About | None:
    """A sanction that somebody has."""
    row = Sanction.objects.filter(until__gt=month.now, ended_at=None).order_by("pk").first()
    return (row.player.key, {"sanction": str(row.pk), "why": "rules"}) if row else None


def hold(month: "Moderated") -> About:
    """The clocks alone, or all; from now on."""
    stands = month.random.choice(("clocks", "all"))
    return SITE, {"position": stands, "why": "service", "message": "a new machine"}


def paused(month: "Moderated") -> About | None:
    """The end of the last days of a week."""
    game = running(month)
    return (game.key, {"last": f"{month.now + 2 * DAY:%Y-%m-%d}"}) if game else None


def back_some(month: "Moderated") -> About | None:
    """To where a game stood some moves ago."""
    game = running(month)
    if game is None or game.ply < 2:
        return None
    to = max(0, game.ply - month.random.randint(1, 6))
    return game.key, {"to": to, "kept": "on", "why": "fault"}


def letter(month: "Moderated") -> About | None:
    """A letter that was sent lately."""
    rows = Letter.objects.filter(kind="turn", status="sent").order_by("-created_at")[:20]
    return (str(month.random.choice(list(rows)).pk), {"why": "wish"}) if rows else None


def role(month: "Moderated") -> About | None:
    """A moderator comes and goes."""
    there = Row.objects.filter(key="grant-role", stage="done").count()
    step = "end" if there % 2 else "begin"
    return month.staff["zoe"].key, {"role": "moderator", "step": step, "why": "service"}


COMES: Mapping[str, Comes] = {
    "pause": paused,
    "resume": on_a_game(),
    "extend-turn": on_who_is_asked(hours=12),
    "extend-game": on_a_game(hours=24),
    "force-default": on_who_is_asked(written="in the talk", why="wish"),
    "undo-forced": what_was_forced,
    "rewind": back_some,
    "restart-round": on_a_game(why="rules"),
    "revoke-links": on_who_is_asked(why="wish"),
    "resend-letter": letter,
    "grant-role": role,
    "hold": hold,
    "release": lambda month: (SITE, {"why": "service"}),
    "remove": on_a_persons_seat(why="absence"),
    "bring-back": on_who_was_removed,
    "replace": by_somebody_else,
    "annul": ends_or_goes_on,
    "adjudicate": decided,
    "glass-seat": on_a_persons_seat(why="check", case=""),
    "glass-state": on_a_game(why="check", case=""),
    "export-record": on_a_game(why="fault", case=""),
    "impersonate": on_somebody(why="check", case=""),
    "swap-seats": changes_places,
    "restart-game": seldom(on_a_game(why="fault")),
    "quarantine": on_a_game(why="fault"),
    "retry": what_is_set_aside,
    "restore": mishaps.goes_wrong,
    "ban": on_somebody(for_days=2, seats="plays"),
    "seat-removed": on_a_persons_seat(why="accounts"),
    "plain-name": on_somebody(why="name"),
    "hide-talk": complaints.says_something,
    "close-report": complaints.reports,
    "decide-appeal": complaints.appeals,
    "extend-all": lambda month: (SITE, {"hours": 6}),
    "note": on_somebody(shown="on", message="be kind"),
    "mute": on_somebody(for_days=2),
    "no-reports": on_somebody(for_days=2),
    "no-new-games": on_somebody(for_days=2),
    "lift": what_runs,
    "dismiss-signal": mishaps.looks_like_one,
    "reset-address": lambda month: (person(month).key, {"why": "wish"}),
    "recover-account": mishaps.loses_his_mailbox,
}


def do_something(month: "Moderated") -> None:
    """Let somebody of the staff try an act."""
    key = month.next_act()
    month.by = month.somebody(key)
    try:
        came = COMES[key](month)
    except NO as no:
        month.watch.count[f"refused before {key}: {type(no).__name__}"] += 1
        return
    if came is None:
        month.watch.count[f"nothing for {key}"] += 1
    else:
        does(month, key, *came)


def does(month: "Moderated", key: str, target: str, typed: Mapping[str, Any]) -> bool:
    """Do an act from its form to the doing; a second person may be needed then."""
    act, by = ACTS[key], month.by
    reasons: Any = act.form(None).fields["why"]
    form = act.form({**WHY, "why": reasons.choices[0][0], **typed})
    try:
        if not form.is_valid():
            month.watch.fault("form", f"{key}: {form.errors.as_json()}")
            return False
        shown = acting.preview(act, target, form, by=by, now=month.now)
        said = confirming.read(shown.confirmation, by=by)
        if month.kills and month.random.random() < month.kills:
            month.killed_while(key, shown.confirmation, by)
        row = acting.confirm(act, said, by=by, now=month.now).row
    except NO as no:
        month.watch.count[f"refused {key}: {type(no).__name__}"] += 1
        return False
    # What goes out again is no doubled letter.
    month.office.sent.discard(target)
    # A confirmation that comes twice does nothing.
    assert acting.confirm(act, said, by=by, now=month.now).again
    month.watch.count[f"{row.stage} {key}"] += 1
    return True


def answer_something(month: "Moderated") -> None:
    """Let another of the staff be the second person of what waits; he says no at times."""
    waiting = Row.objects.filter(stage=Row.Stage.ASKED, made_at__gt=month.now - Row.LIFE)
    for row in waiting.exclude(role="table").order_by("pk")[:3]:
        by = month.somebody(row.key, but=row.actor_id)
        yes = month.random.random() < 0.9
        try:
            seconds.answer(ACTS[row.key], row.reference, row.digest, yes=yes, by=by, now=month.now)
        except NO as no:
            month.watch.count[f"refused second {row.key}: {type(no).__name__}"] += 1
        else:
            month.watch.count[f"{'done' if yes else 'void'} {row.key}"] += 1
