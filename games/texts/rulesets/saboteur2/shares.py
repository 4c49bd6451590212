"""Who got what at the end of a round of Saboteur 2, and why."""

from collections.abc import Sequence

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from engine.decks.saboteur2 import LESS
from engine.rulesets.saboteur2.sights import RoundSight
from engine.rulesets.saboteur2.view import View
from games.texts.book import Reader, RoundResult, Share, Shares
from games.texts.rulesets.common import table
from games.texts.rulesets.saboteur2.words import role_name, won_by_text


def results(view: View, reader: Reader) -> Sequence[RoundResult]:
    """Tell the finished rounds: who was who and who got what."""
    return [
        _result(number, result, reader, paid_geologist=view.options["trapped_geologist"] == "paid")
        for number, result in enumerate(view.results, start=1)
    ]


def _result(
    number: int, result: RoundSight, reader: Reader, *, paid_geologist: bool
) -> RoundResult:
    lines = [] if result.finder is None else [table.got_there(result.finder, reader)]
    lines.append(won_by_text(result.won_by))
    rows = tuple(
        Share(
            name,
            (
                "; ".join(_reasons(result, seat, reader, paid_geologist=paid_geologist)),
                _signed(result.paid[seat] + _balance(result, seat)),
            ),
        )
        for seat, name in enumerate(reader.names)
    )
    columns = (_("Name"), _("Why"), _("Gold"))
    return RoundResult(
        table.round_title(number),
        " ".join(lines),
        table.turned_up(result.roles, reader),
        Shares(_("Who got what in round %(round)d") % {"round": number}, columns, rows),
    )


def _reasons(
    result: RoundSight, seat: int, reader: Reader, *, paid_geologist: bool
) -> Sequence[str]:
    why = _why(result, seat, paid_geologist=paid_geologist)
    return [*([why] if why else []), *_thefts(result, seat, reader)]


def _signed(gold: int) -> str:
    return f"−{-gold}" if gold < 0 else str(gold)


def _why(result: RoundSight, seat: int, *, paid_geologist: bool) -> str:
    role = result.roles[seat]
    trapped = seat in result.trapped
    if role == "geologist":
        return _crystals(result, seat, paid_geologist=paid_geologist)
    if trapped:
        return _("trapped, no share")
    if seat not in result.winners:
        return ""
    winners = len(result.winners)
    share = ngettext("%(share)d alone", "%(share)d as one of %(n)d", winners) % {
        "share": result.share,
        "n": winners,
    }
    less = LESS.get(role)
    if not less:
        return share
    return _("%(share)s, %(role)s %(less)d less") % {
        "share": share,
        "role": role_name(role),
        "less": less,
    }


def _crystals(result: RoundSight, seat: int, *, paid_geologist: bool) -> str:
    paid = [
        at
        for at, role in enumerate(result.roles)
        if role == "geologist" and (paid_geologist or at not in result.trapped)
    ]
    if seat not in paid:
        return _("trapped, no share")
    found = ngettext("%(n)d crystal", "%(n)d crystals", result.crystals) % {"n": result.crystals}
    return _("half of %(crystals)s") % {"crystals": found} if len(paid) > 1 else found


def _thefts(result: RoundSight, seat: int, reader: Reader) -> Sequence[str]:
    said = []
    for thief, victim in result.thefts:
        if thief == seat:
            said.append(_("+1 from %(name)s") % {"name": reader.names[victim]})
        if victim == seat:
            said.append(_("−1 to %(name)s") % {"name": reader.names[thief]})
    return said


def _balance(result: RoundSight, seat: int) -> int:
    return sum((thief == seat) - (victim == seat) for thief, victim in result.thefts)
