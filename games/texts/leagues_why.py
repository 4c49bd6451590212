"""What a place and its numbers come from, in words."""

from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.leagues.rules.basis import Ground
from games.leagues.rules.borders import Border
from games.leagues.rules.bounds import Word
from games.leagues.rules.head_to_head import Among
from games.leagues.rules.points import Share
from games.leagues.rules.tiebreaks import Term, Tiebreak
from games.leagues.rules.values import Ending
from games.leagues.rules.why import Compared, Field, Places, Relative, Role, Sides
from games.texts.leagues_pages import criterion_name, ending_text
from games.texts.leagues_rules import points_text

Names = Mapping[str, str]
MOST_NAMED = 5
"""Of more people only the first are named."""


def decided_text(decided_by: str, *, ticket: str | None = None) -> str:
    """Say what separates a row from the one above it."""
    match decided_by:
        case "first":
            return _("Nobody stands above.")
        case "points":
            return _("Fewer points than the row above.")
        case "shared":
            return _("Level with the row above in everything that was asked: they share the place.")
        case "lot":
            return _(
                "Level with the row above in everything else; the lot decides: %(ticket)s."
            ) % {"ticket": (ticket or "")[:12]}
    return _("Level with the row above on points; what decides is: %(criterion)s.") % {
        "criterion": criterion_name(decided_by)
    }


def share_text(share: Share) -> str:
    """Say what a line's points come from; nothing where they are simply the score."""
    if said := ending_text(share.line.ending):
        return said
    match share.why:
        case Compared(beaten=beaten, equal=equal, others=others):
            words = {"beaten": beaten, "others": others, "equal": equal}
            if equal:
                return _("ahead of %(beaten)d of %(others)d, level with %(equal)d") % words
            return _("ahead of %(beaten)d of %(others)d") % words
        case Places(first=first, last=last) if first == last:
            return _("place %(n)d") % {"n": first}
        case Places(first=first, last=last):
            return _("places %(first)d to %(last)d") % {"first": first, "last": last}
        case Sides(winning=0):
            return _("not won")
        case Sides(winning=winning):
            said = ngettext("won", "won with others: %(n)d sides share it", winning)
            return said % {"n": winning}
        case Relative(rounds=rounds):
            return "; ".join(map(_round_text, rounds))
        case Field(beaten=beaten, equal=equal, scores=scores):
            words = {"beaten": beaten, "others": scores - 1, "equal": equal}
            return _("ahead of %(beaten)d of %(others)d at this seat, level with %(equal)d") % words
    return ""


def _round_text(earned: Role) -> str:
    words = {"gold": earned.gold, "expected": points_text(earned.expected)}
    return _("%(gold)d gold where %(expected)s were expected") % words


def score_text(share: Share) -> str:
    """Write the score of a line that has one."""
    if share.line.ending in (Ending.FORFEIT, Ending.WALKOVER):
        return ""
    return ngettext("%(n)d gold", "%(n)d gold", share.line.score) % {"n": share.line.score}


def met_text(name: str, halves: int) -> str:
    """Say how it went against somebody at a table."""
    said = (_("behind %(name)s"), _("level with %(name)s"), _("ahead of %(name)s"))[halves]
    return said % {"name": name}


def mark(result: Fraction | None) -> str:
    """Write a result in a cell: 1, a half or 0; a dot while it is open."""
    return "·" if result is None else {0: "0", 1: "½", 2: "1"}[int(2 * result)]


def term_text(criterion: Tiebreak, term: Term, names: Names) -> str:
    """Write how a round's part of a value is worked out; nothing where there is nothing to add."""
    if not term.opponents:
        return ""
    weighed = criterion is Tiebreak.SB
    parts = [
        f"{mark(each.result)} × {points_text(each.total)} ({names[each.entry]})"
        if weighed
        else f"{points_text(each.total)} ({names[each.entry]})"
        for each in term.opponents
    ]
    if len(parts) == 1:
        return parts[0]
    return f"({' + '.join(parts)}) / {len(parts)}"


def among_lines(among: Iterable[Among], names: Names) -> list[str]:
    """Say what somebody reached among those who were level with him, stage by stage."""
    return [
        _("Among those who are level: %(pairs)s; the mean is %(value)s.")
        % {
            "pairs": ", ".join(
                f"{' '.join(map(mark, pair.results))} ({names[pair.entry]})" for pair in each.pairs
            ),
            "value": points_text(each.value),
        }
        for each in among
    ]


def standing_note(results: int) -> str:
    """Say of how many results a standing is."""
    return ngettext("of %(n)d result", "of %(n)d results", results) % {"n": results}


def reach_text(best: int, worst: int) -> str:
    """Say between which places somebody will end."""
    if best == worst:
        return _("Will end on place %(n)d") % {"n": best}
    return _("Will end between place %(best)d and place %(worst)d") % {"best": best, "worst": worst}


def certain_text(border: Border, word: Word) -> str:
    """Say what is certain about a border of the standing, as long as results stand."""
    return {
        (Border.FIRST, Word.CLINCHED): _("Has the first place for certain"),
        (Border.FIRST, Word.OUT): _("Can be first no more"),
        (Border.UP, Word.CLINCHED): _("Goes up for certain"),
        (Border.UP, Word.OUT): _("Can go up no more"),
        (Border.STAY, Word.CLINCHED): _("Stays for certain, or goes up"),
        (Border.STAY, Word.OUT): _("Goes down for certain"),
    }[border, word]


def reach_lines(
    points: tuple[str, str], worst: int, ahead: Sequence[str], near: int
) -> tuple[str, ...]:
    """Say how bounds are known: from the points that can still come, and who is past them."""
    least, most = points
    lines = [_("With all that is open: between %(least)s and %(most)s points.")]
    if ahead:
        named = ", ".join(ahead[:MOST_NAMED]) + (", …" if len(ahead) > MOST_NAMED else "")
        line = ngettext(
            "%(names)s has more even without another point.",
            "%(n)d have more even without another point: %(names)s.",
            len(ahead),
        )
        lines.append(line % {"names": named, "n": len(ahead)})
    else:
        lines.append(_("Nobody has more for certain."))
    lines.append(
        ngettext(
            "%(n)d other can reach as many; not more than %(most)d of them together.",
            "%(n)d others can reach as many; not more than %(most)d of them together.",
            near,
        )
        % {"n": near, "most": worst - 1}
        if near
        else _("Nobody else can reach as many.")
    )
    return (lines[0] % {"least": least, "most": most}, *lines[1:])


def basis_text(since: str, why: Iterable[str]) -> str:
    """Say since when bounds only narrow again, and what was taken back then."""
    words = {"since": since, "why": grounds_text(why)}
    return _("What is certain was worked out anew on %(since)s: %(why)s.") % words


def grounds_text(why: Iterable[str]) -> str:
    """Say what was taken back that bounds rested on."""
    named = {
        Ground.ENTRIES: _("somebody joined or moved"),
        Ground.LEFT: _("somebody left or came back"),
        Ground.ANNULLED: _("a table was annulled"),
        Ground.REPLAYED: _("a table is played again"),
        Ground.REPLACED: _("a result was replaced"),
        Ground.OUTSIDE: _("points were given that no game ends with"),
        Ground.BYES: _("a line became a bye"),
        Ground.PENALTIES: _("points were taken or given"),
        Ground.OTHER: _("something was corrected"),
    }
    return ", ".join(named[Ground(each)] for each in why)
