"""The one place where an act is done: its rows, its entry and letters, its line of the log."""

from collections.abc import Mapping
from dataclasses import replace
from datetime import datetime

from django.forms import Form

from games.models import Act as Row
from games.models import Game, Player
from games.moderation.rules.plan import Plan
from games.moderation.rules.refusals import Stale
from games.moderation.services import confirming, scene, telling
from games.moderation.services.act import Act, Args
from games.moderation.services.scene import Scene
from games.services import turns

NOTHING: Mapping[str, str] = {}
_SCENES = {
    "glass": scene.of_glass,
    "letter": scene.of_letter,
    "person": scene.of_person,
    "site": scene.of_site,
    "case": scene.of_case,
    "appeal": scene.of_objection,
    "signal": scene.of_signal,
    "league": scene.of_league,
}


def look(
    act: Act, target: str, typed: Mapping[str, str] = NOTHING, *, by: Player, now: datetime
) -> Scene:
    """Read what an act is about; raises NoSuch."""
    return _scene(act, target, typed, by=by, now=now, held=False)


def hold(
    act: Act, target: str, typed: Mapping[str, str] = NOTHING, *, by: Player, now: datetime
) -> Scene:
    """Hold what an act is about to the transaction's end; raises NoSuch."""
    return _scene(act, target, typed, by=by, now=now, held=True)


def _scene(
    act: Act, target: str, typed: Mapping[str, str], *, by: Player, now: datetime, held: bool
) -> Scene:
    if act.about == "game":
        return scene.of_game(target, by=by, now=now, held=held, beyond=act.beyond(typed))
    return _SCENES[act.about](target, by=by, now=now, held=held)


def play_overdue(act: Act, target: str, *, now: datetime) -> None:
    """Let the turns of a game end whose time was over before the act came."""
    if act.about == "game":
        games = Game.objects.filter(key=target, status=Game.Status.ACTIVE, deadline_at__lte=now)
        for game_id in list(games.values_list("pk", flat=True)):
            turns.time_out(game_id, now=now)


def read_again(act: Act, typed: Mapping[str, str]) -> Form:
    """Read what was previewed by its form; raises Stale if that takes it no more."""
    form = act.form(dict(typed))
    if not form.is_valid():
        raise Stale
    return form


def digest(act: Act, target: str, typed: Mapping[str, str], seen: Scene) -> str:
    """Name an act with all that it stands on."""
    stands_on = scene.versions(seen, target, ply=act.ply_bound)
    return confirming.digest(act.key, target, typed, stands_on)


def finish(act: Act, row: Row, seen: Scene, args: Args, plan: Plan) -> None:
    """Do what was planned; the caller holds the scene and its transaction."""
    row.stage, row.done_at = Row.Stage.DONE, seen.now
    row.save()
    act.do(replace(seen, row=row), args, plan)
    telling.tell(act, row, seen, plan)
