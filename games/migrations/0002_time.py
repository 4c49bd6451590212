"""Time by rule: what a game has chosen, the clocks of its seats, the service's own signs of life."""

from datetime import datetime, timedelta
from typing import Any

from django.db import migrations, models

UNKNOWN_MARK = -1
"""What the rules call the turn that runs is not known here; the next move tells."""


def _instant(at: datetime) -> str:
    return at.isoformat().replace("+00:00", "Z")


def _settings(game: Any) -> dict[str, object]:
    return {
        "clock": {"style": "fixed", "hours": game.hours_per_turn},
        "zone": game.organiser.time_zone,
        "days_off": [],
        "table_quiet": None,
        "personal_quiet": True,
        "vacation_days": 28,
        "resume_floor": 24,
        "least_waking": 0,
        "reminders": [50, 90],
        "policy": "autopilot",
        "misses": 2,
        "pace": "at once",
    }


def _clock(game: Any, zone: str) -> dict[str, object]:
    """The deadline that was shown is kept, to the minute or later, and so is its reminder."""
    whole = timedelta(hours=game.hours_per_turn)
    due = game.deadline_at.replace(second=0, microsecond=0)
    if due < game.deadline_at:
        due += timedelta(minutes=1)
    asked = _instant(game.deadline_at - whole)
    return {
        "turn": {
            "mark": UNKNOWN_MARK,
            "rule": None,
            "zone": zone,
            "quiet": None,
            "begun": asked,
            "allotment": whole.total_seconds(),
            "used": 0.0,
            "extended": 0,
            "favoured": False,
            "missed": False,
        },
        "asked": asked,
        "amount": whole.total_seconds(),
        "measure": "whole",
        "stands": None,
        "ruled": False,
        "grants": [],
        "due": _instant(due),
        "causes": ["turn"],
        "plan": {
            "coming": [[75, _instant(game.remind_at)]] if game.remind_at else [],
            "rung": [],
            "rung_at": None,
        },
    }


def _seat(game: Any, seat: Any) -> dict[str, Any]:
    zone = seat.player.time_zone if seat.player else "UTC"
    asked = seat.number in game.to_act and seat.player is not None
    return {
        "zone": zone,
        "quiet": None,
        "vacations": [],
        "bank": None,
        "clock": _clock(game, zone) if asked and game.deadline_at else None,
        "aside": None,
        "bounced": None,
        "misses": 0,
        "bot": seat.bot,
    }


def keep_time(apps: Any, _schema_editor: object) -> None:
    """Give every game the fixed time it was played with, and running ones their clocks."""
    games = apps.get_model("games", "Game").objects.select_related("organiser")
    for game in games.defer("state").prefetch_related("places__player"):
        begun = game.status in ("active", "finished")
        seats = {str(seat.number): _seat(game, seat) for seat in game.places.all()} if begun else {}
        game.time = {
            "settings": _settings(game),
            "seats": seats,
            "pauses": [],
            "outages": [],
            "finished": game.status == "finished",
        }
        dues = [seat["clock"]["due"] for seat in seats.values() if seat["clock"]]
        game.deadline_at = min(dues, default=None)
        if not dues:
            game.remind_at = None
        game.save(update_fields=("time", "deadline_at", "remind_at"))


class Migration(migrations.Migration):
    dependencies = [("games", "0001_first")]

    operations = [
        migrations.AddField(
            model_name="game",
            name="time",
            field=models.JSONField(
                default=dict, help_text="settings and clocks, see games/clocks/rules/store.py"
            ),
            preserve_default=False,
        ),
        migrations.RemoveConstraint(model_name="game", name="game_active_has_deadline"),
        migrations.RunPython(keep_time),
    ]
