"""What moderators' pages show of cases: made from what was frozen, in the reader's language."""

from collections.abc import Iterable
from typing import Any
from urllib.parse import urlencode

from django.urls import reverse
from django.utils.safestring import SafeString
from django.utils.translation import get_language

from games import texts
from games.cases.selectors.pages import Line, Opened
from games.models import Game, Report, Sanction


def lines(found: Iterable[Line]) -> list[dict[str, Any]]:
    """Say what a list says of cases."""
    return [_line(each) for each in found]


def _line(line: Line) -> dict[str, Any]:
    return {
        "href": reverse("cases-case", args=[line.reference]),
        "reference": line.reference,
        "kind": texts.kind_text(line.kind),
        "threat": line.threat,
        "about": line.about,
        "game": line.game,
        "at": texts.moment_text(line.made_at),
        "state": texts.finding_text(line.finding)
        if line.finding
        else texts.case_state_text(line.stage),
        "mine": line.mine,
        "record": line.record if line.record.is_shown else None,
    }


def case_page(found: Opened) -> dict[str, Any]:
    """Build what `pages/cases/case.html` shows of a case."""
    row = found.case
    game = row.game
    return {
        "reference": row.reference,
        "number": row.pk,
        "version": row.version,
        "kind": texts.kind_text(row.kind),
        "threat": row.threat,
        "called": row.called,
        "about": row.about,
        "by": row.by,
        "at": texts.moment_text(row.made_at),
        "state": texts.case_state_text(found.stage),
        "finding": texts.finding_text(row.finding) if row.finding else "",
        "game": {"key": game.key, "name": game.name or game.key} if game else None,
        "claimed": found.claim is not None,
        "mine": found.mine,
        "open": row.decided_at is None,
        "emptied": texts.moment_text(row.emptied_at) if row.emptied_at else "",
        "question": row.question if row.asked_at else "",
        "record": found.record if found.record.is_shown else None,
        "reports": [
            _report(each, words=found.shows_words) | {"hide": _hiding(each, game)}
            for each in found.reports
        ],
        "others": lines(found.others),
        "measures": [measure(each) for each in found.sanctions],
        "appeal": reverse("cases-appeal", args=[row.objection.act.reference])
        if hasattr(row, "objection")
        else "",
    }


def _hiding(report: Report, game: Game | None) -> str:
    """Lead to hiding what was reported."""
    if report.remark_id is None or game is None:
        return ""
    query = urlencode({"remark": report.remark_id, "step": "hide"})
    return f"{reverse('moderation-act', args=['hide-talk', game.key])}?{query}"


def _report(report: Report, *, words: bool) -> dict[str, Any]:
    frozen = report.frozen
    language = get_language() or ""
    return {
        "id": report.pk,
        "digest": report.digest,
        "kind": texts.kind_text(report.kind),
        "at": texts.moment_text(report.made_at),
        "words": report.words if words else "",
        "names": frozen.get("names"),
        "seats": texts.joined(frozen["seats"]) if frozen.get("seats") else "",
        "talk": frozen.get("talk", []),
        "record": _in(frozen.get("record"), language),
        "maze": _in(frozen.get("words"), language),
        # Our own drawing, as it was made then.
        "picture": SafeString(frozen.get("picture", "")),
        "enclosed": report.enclosed is not None and words,
    }


def enclosed_part(kept: dict[str, Any] | None) -> dict[str, Any] | None:
    """Make ready what a reporter's own seat saw."""
    if kept is None:
        return None
    language = get_language() or ""
    said = {name: _in(kept.get(name), language) for name in ("record", "hand", "role")}
    return {**said, "maze": kept["maze"]}


def _in(said: dict[str, Any] | None, language: str) -> Any:
    """Take what was kept in the reader's language, or in the first that there is."""
    if not said:
        return None
    return said.get(language) or next(iter(said.values()))


def measure(given: Sanction) -> dict[str, str]:
    """Say what was given to somebody."""
    end = given.ended_at or given.until
    return {
        "name": texts.sanction_name(given.kind),
        "until": texts.moment_text(end) if end else "",
    }
