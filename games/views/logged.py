"""Lines of the log in words: what each says, and no more than its reader may know."""

import json
import re
from collections.abc import Iterable, Iterator, Mapping
from datetime import datetime
from typing import Any

from django.urls import reverse
from django.utils.translation import gettext as _

from games import texts
from games.moderation.acts import ACTS
from games.moderation.selectors.pages import masked
from games.moderation.selectors.reading import Lines, Logged, Told
from games.moderation.selectors.yearly import Year

_ADDRESS = re.compile(r"[^\s\"'<>@]+@[^\s\"'<>@]+")
_MOMENT = re.compile(r"\d{4}-\d\d-\d\dT[\d:.]+[+-]\d\d:\d\d")
_SAID_APART = {"target", "reference", "alone", "why", "message"}


def told(lines: Iterable[Told]) -> list[dict[str, Any]]:
    """Say lines to who is concerned."""
    return [
        {
            "number": line.number,
            "at": texts.moment_text(line.at),
            "act": act_text(line.act),
            "by": texts.role_text(line.role) if line.role else _("the service"),
            "table": line.game[1] if line.game else "",
            "href": reverse("table-public", args=[line.game[0]]) if line.game else "",
            "why": texts.public_reasons().get(line.why, ""),
            "reference": line.reference,
        }
        for line in lines
    ]


def lines(found: Lines) -> list[dict[str, Any]]:
    """Say lines to staff."""
    return [_line(line, whole=found.whole_addresses) for line in found.lines]


def act_text(key: str) -> str:
    """Name what was done, or asked for, or refused."""
    for ending, words in (
        ("-asked", _("%(act)s: asked for")),
        ("-void", _("%(act)s: not done")),
        ("-refused", _("%(act)s: refused")),
        ("-table", _("%(act)s: at a table")),
        ("-page", _("%(act)s: a page opened")),
        ("-extended", _("%(act)s: made longer")),
        ("-closed", _("%(act)s: closed")),
        ("-put-off", _("%(act)s: told later")),
        ("-over", _("%(act)s: over")),
    ):
        if key.endswith(ending):
            return words % {"act": act_text(key.removesuffix(ending))}
    return ACTS[key].name if key in ACTS else texts.logged_text(key)


def _line(line: Logged, *, whole: bool) -> dict[str, Any]:
    arguments = line.arguments
    what, href = _about(line)
    shown = {
        "number": line.number,
        "at": texts.moment_text(line.at),
        "act": act_text(line.act),
        "actor": line.actor or _("the service"),
        "role": texts.role_text(line.role) if line.role else "",
        "second": line.second,
        "alone": bool(arguments.get("alone")),
        "relation": line.relation,
        "what": what,
        "href": href,
        "reason": line.reason,
        "why": texts.public_reasons().get(arguments.get("why", ""), ""),
        "message": arguments.get("message", ""),
        "reference": arguments.get("reference", ""),
        "typed": _values({at: arguments[at] for at in arguments if at not in _SAID_APART}),
        "before": _values(line.before),
        "after": _values(line.after),
    }
    return shown if whole else {at: _veiled(value) for at, value in shown.items()}


def _about(line: Logged) -> tuple[str, str]:
    if line.game:
        return line.game[1], reverse("moderation-game", args=[line.game[0]])
    if line.person:
        return line.person[1], reverse("moderation-person", args=[line.person[0]])
    return str(line.arguments.get("target", "")), ""


def _values(said: Mapping[str, Any]) -> str:
    return ", ".join(
        f"{at}: {_plain(value)}" for at, value in said.items() if value not in ("", {})
    )


def _plain(value: Any) -> str:
    if isinstance(value, str) and _MOMENT.fullmatch(value):
        return texts.moment_text(datetime.fromisoformat(value))
    return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)


def _veiled(value: Any) -> Any:
    """Leave of an address what tells people apart."""
    return _ADDRESS.sub(lambda at: masked(at[0]), value) if isinstance(value, str) else value


def years(found: Iterable[Year]) -> list[dict[str, Any]]:
    """Say in numbers what was done in each year."""
    return [{"year": str(each.year), "lines": list(_counts(each))} for each in found]


def _counts(year: Year) -> Iterator[str]:
    told = {
        **{f"glass {level}": count for level, count in year.glass.items()},
        **{f"finding {finding}": count for finding, count in year.findings.items()},
        **{f"answer {answer}": count for answer, count in year.answers.items()},
        **({"alone": year.alone} if year.alone else {}),
    }
    for key, count in sorted(year.acts.items()):
        yield _("%(what)s: %(n)d") % {"what": act_text(key), "n": count}
    for what, count in told.items():
        yield _("%(what)s: %(n)d") % {"what": texts.yearly_text(what), "n": count}
