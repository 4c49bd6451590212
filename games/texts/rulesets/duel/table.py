"""The table of a duel in words: counters, keys, gold so far, finished rounds."""

from collections.abc import Iterator, Sequence

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from engine.maze.cells import cell_name
from engine.rulesets.duel.sights import CounterSight, RoundSight
from engine.rulesets.duel.view import View
from games.texts.book import Badge, Fact, Panel, Reader, RoundResult, Share, Shares
from games.texts.rulesets.common import table
from games.texts.words import side_names


def ended_text(ended: str) -> str:
    """Say why a round ended."""
    return {
        "goals": _("All goals lie face up."),
        "counters": _("The last counter is placed."),
        "cards": _("All cards are played."),
    }[ended]


def grade_text(grade: int) -> str:
    """Say what the gold of a game alone is worth."""
    return (
        _("The mine kept most of it. It will not run away: try again!"),
        _("A decent day's digging. There is more down there!"),
        _("You have a nose for gold!"),
        _("Hardly a crumb is left: the mine bows to its master!"),
    )[grade - 1]


def gold_text(values: Sequence[int]) -> str:
    """Write gold cards by their values, and their sum where there are several."""
    if not values:
        return "–"
    cards = " + ".join(map(str, values))
    return f"{cards} = {sum(values)}" if len(values) > 1 else cards


def standing(view: View) -> str:
    """Say which round is played, and what is decided in the midst of a turn."""
    asked = {
        "orient": _("a goal is turned up"),
        "claim": _("more gold than counters: one must be chosen"),
        "bribe": _("a card is laid, a troll may be bribed"),
        "pay": _("the trolls want their gold"),
    }.get(view.ask if view.outcome is None else "")
    round_text = table.round_standing(view)
    return f"{round_text}: {asked}" if asked else round_text


def seat_text(view: View, seat: int) -> str:
    """Tell a seat's gold, which lies open, and what it has marked in this round."""
    said = _("%(gold)d gold") % {"gold": view.purses[seat]}
    marked = sum(_values(view)[spot.cell] for spot in _marks(view, seat, "gold"))
    return _("%(gold)s, %(n)d marked") % {"gold": said, "n": marked} if marked else said


def badges(view: View, seat: int, reader: Reader) -> Sequence[Badge]:
    """Show a seat's dwarf, its broken tools and the trolls it has to pay."""
    dwarf = view.dwarves[seat]
    mine = [Badge(f"digger-{dwarf}", reader.book.role_name(dwarf), harm=False)]
    trolls = len(_marks(view, seat, "troll"))
    if trolls:
        text = ngettext("%(n)d troll to pay", "%(n)d trolls to pay", trolls) % {"n": trolls}
        mine.append(Badge("troll", text))
    return [*mine, *table.broken_tools(view, seat, reader)]


def own(view: View, _reader: Reader) -> Sequence[str]:
    """Tell the reader what he has won so far."""
    if view.gold is None:
        return ()
    if not view.gold:
        return (_("You have no gold from earlier rounds."),)
    return (_("Gold from earlier rounds: %(cards)s.") % {"cards": gold_text(view.gold)},)


def panels(view: View, reader: Reader) -> Sequence[Panel]:
    """List what lies beside the maze and on it: counters, keys, marked gold, bribed trolls."""
    shown = [Panel(_("Counters and keys"), tuple(_left(view)))]
    placed = tuple(_placed(view, reader))
    if placed:
        shown.append(Panel(_("Placed in this round"), placed))
    return shown


def _left(view: View) -> Iterator[Fact]:
    yield Fact(_("Counters left"), str(view.counters))
    yield Fact(_("Keys left"), str(view.keys))


def solo_panels(view: View, reader: Reader) -> Sequence[Panel]:
    """List the same for who plays alone, and what awaits him."""
    facts = [Fact(_("Cards set aside in this round"), str(view.aside))]
    if view.last_laid is not None:
        facts.append(Fact(_("The next rockfall hits"), cell_name(view.last_laid)))
    return (*panels(view, reader), Panel(_("Alone in the mine"), tuple(facts)))


def _placed(view: View, reader: Reader) -> Iterator[Fact]:
    values = _values(view)
    for spot in view.laid_counters:
        words = {"who": reader.names[spot.seat], "gold": values[spot.cell]}
        if spot.on == "gold":
            yield Fact(cell_name(spot.cell), _("%(gold)d gold for %(who)s") % words)
        else:
            yield Fact(cell_name(spot.cell), _("troll, to be paid by %(who)s") % words)
    for key in view.laid_keys:
        words = {"who": reader.names[key.seat], "side": side_names(key.side)}
        yield Fact(cell_name(key.cell), _("key on the door %(side)s, for %(who)s") % words)


def _values(view: View) -> dict[int, int]:
    return {card.cell: card.gold for card in view.cards}


def _marks(view: View, seat: int, on: str) -> list[CounterSight]:
    return [spot for spot in view.laid_counters if spot.seat == seat and spot.on == on]


def results(view: View, reader: Reader) -> Sequence[RoundResult]:
    """Tell the finished rounds with what everybody won and paid."""
    return [_result(number, result, reader) for number, result in enumerate(view.results, start=1)]


def _result(number: int, result: RoundSight, reader: Reader) -> RoundResult:
    rows = tuple(
        Share(name, (*_won_and_paid([result], seat), str(result.gold[seat])))
        for seat, name in enumerate(reader.names)
    )
    shares = Shares(_("What everybody won and paid"), _columns(), rows)
    return RoundResult(table.round_title(number), ended_text(result.ended), (), shares)


def final(view: View, reader: Reader) -> Shares:
    """Add up everybody's gold of all rounds, less what the trolls got."""
    outcome = table.ended(view)
    scores, winners = outcome.scores, outcome.winners
    rows = [
        Share(
            reader.names[seat],
            (*_won_and_paid(view.results, seat), str(scores[seat])),
            won=seat in winners and len(scores) > 1,
        )
        for seat in sorted(range(len(scores)), key=lambda seat: -scores[seat])
    ]
    return Shares(_("The gold"), _columns(), tuple(rows))


def _columns() -> tuple[str, ...]:
    return _("Name"), _("Marked"), _("For trolls"), _("Gold")


def _won_and_paid(results: Sequence[RoundSight], seat: int) -> tuple[str, str]:
    won = sum(sum(result.won[seat]) for result in results)
    paid = sum(sum(result.paid[seat]) for result in results)
    trolls = sum(result.trolls[seat] for result in results)
    if not trolls:
        return str(won), "–"
    said = ngettext("%(paid)d for %(trolls)d troll", "%(paid)d for %(trolls)d trolls", trolls)
    return str(won), said % {"paid": paid, "trolls": trolls}


def verdict(view: View, reader: Reader) -> str:
    """Say what somebody alone has achieved."""
    assert view.grade is not None
    gold = table.ended(view).scores[0]
    who = {"name": reader.names[0], "gold": gold}
    said = _("You have %(gold)d gold.") if reader.seat == 0 else _("%(name)s has %(gold)d gold.")
    return f"{said % who} {grade_text(view.grade)}"
