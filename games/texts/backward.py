"""A game that went back, in words that everybody at the table may read."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from django.utils.translation import gettext as _

from engine.maze.cells import Cell, cell_name
from games.texts.words import joined

MORE = ", "


def backward_lines(said: Mapping[str, Any]) -> Iterator[str]:
    """Say what going back does, a sentence each."""
    if said["round"]:
        yield _("Round %(round)d is dealt anew; what was dealt before does not count.") % {
            "round": said["round"]
        }
        if said.get("last", 0) > said["round"]:
            yield _("No round from it to round %(last)d counts any more.") % {"last": said["last"]}
        return
    yield (
        _("Back to the table as it was after move %(ply)d.") % {"ply": said["to"]}
        if said["to"]
        else _("Back to the table as it was after the deal.")
    )
    pools = [f"{pool_name(name)} ({size})" for name, size in said["pools"] if size]
    if pools:
        yield _("Shuffled anew: %(pools)s.") % {"pools": joined(pools)}
    for look in said["void"]:
        yield _void(look)
    for look in said["kept"]:
        yield _kept(look)
    if said["shown"]:
        cards = MORE.join(f"@{seat + 1} {code}" for seat, code in said["shown"])
        yield _("Back in hands, and known to all: %(cards)s.") % {"cards": cards}
    yield _("What was drawn or concluded since cannot be forgotten; all orders are void.")


def pool_name(name: str) -> str:
    """Name what is shuffled anew."""
    return {
        "stock": _("the stock"),
        "goals": _("the goals that nobody knew"),
        "gold": _("the gold cards"),
        "dwarves": _("the dwarves that nobody has"),
        "stack 1": _("stack I"),
        "stack 2": _("stack II"),
        "stack 3": _("stack III"),
    }[name]


def _void(look: Sequence[Any]) -> str:
    seat, what, at = look
    words = {"seat": _seat(seat), "place": _place(what, at)}
    return _("What %(seat)s saw of %(place)s no longer holds.") % words


def _kept(look: Sequence[Any]) -> str:
    seat, what, at = look
    words = {"seat": _seat(seat), "place": _place(what, at)}
    return _("%(seat)s may go by what was seen of %(place)s.") % words


def _seat(seat: int | None) -> str:
    return _("everybody") if seat is None else f"@{seat + 1}"


def _place(what: str, at: int | None) -> str:
    if what == "goal":
        return _("the goal at %(cell)s") % {"cell": cell_name(Cell(at or 0))}
    if what == "aside" or at is None:
        return _("the clan cards that lie aside")
    named = {"hand": _("the hand of @%(seat)d"), "dwarf": _("the dwarf of @%(seat)d")}
    return named.get(what, _("the dwarf that @%(seat)d drew")) % {"seat": at + 1}


def kept_needs_a_tick(kept: Sequence[Sequence[Any]]) -> str:
    """Say what somebody would keep, which must be accepted."""
    return " ".join([*map(_kept, kept), _("Tick that this may stay so.")])


def no_way_back(why: str) -> str:
    """Say why a game cannot be taken back so."""
    return {
        "wall": _(
            "There is no way back to there: it was taken back already, is yet to come, or lies "
            "before a round's end or a card that all have seen. The round can be dealt anew."
        ),
        "present": _("That is how the table stands now."),
        "often": _("This was done twice already. The round can be dealt anew."),
        "no-round": _("This round has not been dealt."),
        "dealt": _("This round was dealt anew once already."),
        "not-forced": _("The last move was no default move. The game can go back instead."),
        "rules": _("The rules have changed since this game began, so it cannot be taken back."),
    }[why]


def rules_changed_text(ply: int) -> str:
    """Say from when on other rules hold, and what that means for going back."""
    line = _(
        "The rules changed at move %(ply)d, and played by today's the earlier ones do not lead to "
        "this table: it cannot be taken back to any move. The game can be begun anew."
    )
    return line % {"ply": ply}


def restored_lines(said: Mapping[str, Any]) -> Iterator[str]:
    """Say where a stored position and its record differ, and what follows."""
    if not said["readable"]:
        yield _("The stored position cannot be read. Its record can be played again.")
    if said["ply"]:
        yield _("Position and record differ from move %(ply)d on.") % said
    else:
        yield _("Position and record differ from the deal on.")
    if said["readable"]:
        yield (
            _("Everybody sees another table afterwards: the one that the record leads to.")
            if said["openly"]
            else _("What everybody sees stays; what differs is hidden.")
        )
    yield _("What the record leads to is the position from now on. All orders are void.")
    yield _("Whoever is asked has a full turn, and what failed so far is not counted any more.")


def not_restored(why: str, ply: int) -> str:
    """Say why a game cannot be restored from its record."""
    return {
        "agree": _("Position and record agree: there is nothing to restore."),
        "secret": _(
            "The secret that the game was dealt from is not in what is left of its position, so "
            "its record cannot be played again."
        ),
        "rules": _("Other rules held from move %(ply)d on, so the record cannot be played again."),
        "record": _("The record can be played again before move %(ply)d, and not from there on.")
        if ply
        else _("The record cannot be played again: not even its deal."),
        "over": _("By its record this game is over. Its result can be decided."),
    }[why] % {"ply": ply}
