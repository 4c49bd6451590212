"""What was done about a table's time or its seats, as a heading and a sentence for its reader."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.utils.translation import gettext as _

from games.clocks.rules.proposals import Proposal
from games.moments import hours_text, moment_text
from games.results.rules import PLAYED
from games.texts.backward import backward_lines
from games.texts.book import Reader
from games.texts.former import called
from games.texts.glass import glass_line
from games.texts.moderation import because_text, by_text, table_act_text
from games.texts.results import decided_text, played_text, scores_text, until_text
from games.texts.telling import Act, Words
from games.texts.telling import of as _of
from games.texts.wished import WISHES

_NAMES = ("who", "was", "by")
"""What of an act are names; those of people who left are empty."""


@dataclass(frozen=True, slots=True)
class _Told:
    """An act with everybody's name as it is told."""

    name: str
    seat: int | None
    said: Mapping[str, Any]


def act_words(act: Act, reader: Reader) -> Words:
    """Tell an act."""
    named = {name: called(act.said[name]) for name in _NAMES if name in act.said}
    if "reference" not in act.said:
        return ACTS[act.name](_Told(act.name, act.seat, {**act.said, **named}), reader)
    # By the frame of acts: in the name of a role, and with a reason.
    told = _Told(act.name, act.seat, {**act.said, **named, "by": by_text(act.said)})
    words = ACTS[act.name](told, reader)
    return Words(words.title, f"{words.line} {because_text(act.said)}")


def proposal_text(each: Proposal, reader: Reader) -> str:
    """Say what is proposed, and by whom."""
    return act_words(_Told(each.act, each.seat, each.terms), reader).line


def _extended(act: Act, reader: Reader) -> Words:
    words = {
        "by": act.said["by"],
        "hours": hours_text(act.said["hours"]),
        "moment": moment_text(datetime.fromisoformat(act.said["until"])),
    }
    mine = _("%(by)s gave you %(hours)s more: you have until %(moment)s.")
    theirs = _("%(by)s gave %(who)s %(hours)s more: until %(moment)s.")
    return Words(_("A later deadline"), _of(act, reader, mine, theirs, words))


def _taken_back(act: Act, reader: Reader) -> Words:
    moment = moment_text(datetime.fromisoformat(act.said["until"]))
    words = {"by": act.said["by"], "moment": moment}
    mine = _("%(by)s took back time that was given to you: you have until %(moment)s.")
    theirs = _("%(by)s took back time that was given to %(who)s: until %(moment)s.")
    return Words(_("A nearer deadline"), _of(act, reader, mine, theirs, words))


def _table_asked(act: Act, _reader: Reader) -> Words:
    line = _(
        "Somebody at the table wishes: %(wish)s. It is done as soon as all agree, within three "
        "days. Who has agreed is told to nobody."
    )
    return Words(_("Do you agree?"), line % {"wish": table_act_text(act.said["wish"])})


def _table_declined(act: Act, _reader: Reader) -> Words:
    line = _("Not all agree: %(wish)s. All stays as it is.")
    return Words(_("Not all agree"), line % {"wish": table_act_text(act.said["wish"])})


def _resigned(act: Act, reader: Reader) -> Words:
    mine = _("You gave your seat up. A bot plays it until somebody takes it.")
    theirs = _("%(who)s gave up. A bot plays on, and the seat is open to others.")
    return Words(_("%(who)s gave up") % act.said, _by(act, reader, mine, theirs))


def _wish(act: Act, reader: Reader) -> Words:
    mine = _("You offered your seat and play on until somebody takes it.")
    theirs = _("%(who)s offers the seat and plays on until somebody takes it.")
    return Words(_("A seat is offered"), _by(act, reader, mine, theirs))


def _stands_in(act: Act, reader: Reader) -> Words:
    mine = _("Your time ran out, so a bot plays for you until you come back.")
    theirs = _("The time of %(who)s ran out. A bot plays on until %(who)s comes back.")
    return Words(_("A bot stands in"), _by(act, reader, mine, theirs))


def _played_for(act: Act, reader: Reader) -> Words:
    mine = _("Nobody was found who plays on for you. A bot does until you are back.")
    theirs = _("Nobody was found who plays on for %(who)s. A bot does until %(who)s is back.")
    return Words(_("A bot stands in"), _by(act, reader, mine, theirs))


def _seat_declined(act: Act, reader: Reader) -> Words:
    if act.said["free"]:
        mine = theirs = _(
            "Who was asked to play on for %(who)s declined. Whoever comes first has the seat."
        )
    else:
        mine = _("Who was asked to take your seat declined. You play on.")
        theirs = _("Who was asked to take the seat of %(who)s declined. %(who)s plays on.")
    return Words(_("A seat stays as it is"), _by(act, reader, mine, theirs))


def _offered(act: Act, reader: Reader) -> Words:
    mine = _(
        "Your time ran out again, so a bot plays for you and your seat is open to others. "
        "Until somebody takes it you can come back."
    )
    theirs = _("%(who)s does not answer. A bot plays on, and the seat is open to others.")
    return Words(_("A seat is offered"), _by(act, reader, mine, theirs))


def _back(act: Act, reader: Reader) -> Words:
    mine = _("You are back, and no bot plays for you any more.")
    theirs = _("%(who)s is back.")
    return Words(_("%(who)s is back") % act.said, _by(act, reader, mine, theirs))


def _kept(act: Act, reader: Reader) -> Words:
    mine = _("You keep your seat. It is not offered any more.")
    theirs = _("%(who)s keeps the seat.")
    return Words(_("%(who)s stays") % act.said, _by(act, reader, mine, theirs))


def _sat(act: Act, reader: Reader) -> Words:
    mine = _("You take the seat of %(was)s. All that was ever told to it is in its story.")
    theirs = _("%(who)s takes the seat of %(was)s.")
    return Words(_("%(who)s takes a seat") % act.said, _by(act, reader, mine, theirs))


def _removed(act: Act, _reader: Reader) -> Words:
    # Whoever sits there now is another: to nobody this is about himself.
    line = _("%(by)s took the seat of %(who)s away. A bot plays on until somebody takes it.")
    return Words(_("%(who)s has left the table") % act.said, line % act.said)


def _swapped(act: Act, _reader: Reader) -> Words:
    line = _("%(who)s and %(was)s were seated wrongly. %(by)s let them change places.")
    return Words(_("Two change places"), line % act.said)


def _given(act: Act, reader: Reader) -> Words:
    mine = _(
        "%(by)s gives your seat to somebody else, once he takes it. Until then nothing changes."
    )
    theirs = _(
        "%(by)s gives the seat of %(who)s to somebody else, once he takes it. Until then nothing "
        "changes."
    )
    return Words(_("A seat goes to somebody else"), _by(act, reader, mine, theirs))


def _returned(act: Act, reader: Reader) -> Words:
    mine = _("You have your seat again, in place of %(was)s. All that it knows is in its story.")
    theirs = _("%(who)s has the seat again, in place of %(was)s.")
    return Words(_("%(who)s is back") % act.said, _by(act, reader, mine, theirs))


def _return_asked(act: Act, reader: Reader) -> Words:
    mine = _(
        "%(by)s asks you whether %(who)s may have this seat again. Say so on the page of the seats."
    )
    theirs = _("%(by)s asks whether %(who)s may have a seat again. It is for its player to say.")
    return Words(_("A seat is asked for"), _by(act, reader, mine, theirs))


def _in_vain(act: Act, reader: Reader) -> Words:
    mine = _(
        "Nobody has taken the other seat for three days. You can end the game as won, on the page "
        "of its seats, or play on against the bot."
    )
    theirs = _("Nobody has taken the other seat for three days.")
    return Words(_("Nobody takes the seat"), _by(act, reader, mine, theirs))


def _won(act: Act, reader: Reader) -> Words:
    mine = _("You ended the game as won, since nobody took the other seat.")
    theirs = _("%(who)s ended the game as won, since nobody took the other seat.")
    return Words(_("The game is won"), _by(act, reader, mine, theirs))


def _left_won(act: Act, reader: Reader) -> Words:
    mine = _("You win this game, since the other has left.")
    theirs = _("%(who)s wins this game, since the other has left.")
    return Words(_("The game is won"), _by(act, reader, mine, theirs))


def _organises(act: Act, reader: Reader) -> Words:
    mine = _("The organiser has left. From now on you organise this table.")
    theirs = _("The organiser has left. From now on %(who)s organises this table.")
    return Words(_("A new organiser"), _by(act, reader, mine, theirs))


def _silent(act: Act, _reader: Reader) -> Words:
    moment = moment_text(datetime.fromisoformat(act.said["until"]))
    line = _("Nobody has moved for a long time. Without a move the table is closed: %(moment)s.")
    return Words(_("Your table is silent"), line % {"moment": moment})


def _abandoned(_act: Act, _reader: Reader) -> Words:
    line = _("The table was left alone, so it is closed. The game has no result.")
    return Words(_("The table is closed"), line)


def _waited_for(_act: Act, _reader: Reader) -> Words:
    line = _(
        "This game counts no more in its league, and the other tables wait for its deal to be "
        "told. It ends without a result."
    )
    return Words(_("The table is closed"), line)


def _forced(act: Act, reader: Reader) -> Words:
    mine = _("%(by)s let the service make your move.")
    theirs = _("%(by)s let the service make the move of %(who)s.")
    return Words(_("A move by the service"), _of(act, reader, mine, theirs, act.said))


def _rewound(act: Act, _reader: Reader) -> Words:
    title = _("The round is dealt anew") if act.said["round"] else _("The game went back")
    return Words(title, " ".join(backward_lines(act.said)))


def _glass(act: Act, _reader: Reader) -> Words:
    return Words(_("Hidden cards were looked at"), glass_line(act.said))


def _annulled(act: Act, _reader: Reader) -> Words:
    lines = [_("%(by)s annulled this game: it ends without a result and counts nowhere.")]
    if act.said["scores"]:
        lines.append(_("Its result was %(scores)s."))
    if act.said["until"]:
        lines.append(_("The cards are turned up %(moment)s; until then it can be taken back."))
    words = {
        "by": act.said["by"],
        "scores": scores_text(act.said["scores"]),
        "moment": until_text(act.said["until"]),
    }
    return Words(_("The game is annulled"), " ".join(lines) % words)


def _reinstated(act: Act, _reader: Reader) -> Words:
    if act.said["until"] is None:
        line = _("%(by)s took back that this game was annulled: its result stands again.")
        return Words(_("The result stands again"), line % act.said)
    line = _(
        "%(by)s took back that this game was annulled: it goes on. First it is paused, until "
        "%(moment)s at the latest."
    )
    words = {"by": act.said["by"], "moment": until_text(act.said["until"])}
    return Words(_("The game goes on"), line % words)


def _pause_ends(act: Act, _reader: Reader) -> Words:
    moment = moment_text(datetime.fromisoformat(act.said["until"]))
    line = _("The pause ends by itself, and the game goes on: %(moment)s.") % {"moment": moment}
    return Words(_("The pause ends soon"), line)


def _repairing(_act: Act, _reader: Reader) -> Words:
    line = _("The game is being repaired. Nothing is lost, and time stands still.")
    return Words(_("The game is being repaired"), line)


def _repaired(_act: Act, _reader: Reader) -> Words:
    line = _("The game is repaired and goes on. Deadlines moved by as long as it stood.")
    return Words(_("The game goes on"), line)


def _restored(act: Act, _reader: Reader) -> Words:
    line = _(
        "%(by)s restored this game from its record, after a fault of ours. Orders are void, and "
        "whoever is asked has a full turn."
    )
    return Words(_("The game is restored"), line % act.said)


def _resent(act: Act, reader: Reader) -> Words:
    title = _("A letter went out again")
    if act.seat is None:
        line = _("%(by)s, who plays here, let a letter go out again.")
        return Words(title, line % act.said)
    mine = _("%(by)s, who plays here, let a letter to you go out again.")
    theirs = _("%(by)s, who plays here, let a letter to %(who)s go out again.")
    return Words(title, _of(act, reader, mine, theirs, {"by": act.said["by"]}))


def _reach_asked(act: Act, reader: Reader) -> Words:
    mine = _("%(by)s, who plays here, let you be asked anew whether letters arrive.")
    theirs = _("%(by)s, who plays here, let %(who)s be asked anew whether letters arrive.")
    words = {"by": act.said["by"]}
    return Words(_("Asked whether letters arrive"), _of(act, reader, mine, theirs, words))


def _adjudicated(act: Act, reader: Reader) -> Words:
    outcome = act.said["outcome"]
    lines = (
        _("%(by)s decided how this game ends.") % act.said,
        decided_text(outcome, reader.names),
        played_text(outcome[PLAYED], reader.names),
    )
    return Words(_("The result is decided"), " ".join(lines))


def _restarted(act: Act, _reader: Reader) -> Words:
    lines = [
        _(
            "%(by)s annulled this game, and another one begins in its place, with the same people, "
            "rules and clock: “%(name)s”."
        )
    ]
    if act.said["scores"]:
        lines.append(_("Its result was %(scores)s."))
    words = {**act.said, "scores": scores_text(act.said["scores"])}
    return Words(_("The game begins anew"), " ".join(lines) % words)


def _by(act: Act, reader: Reader, mine: str, theirs: str) -> str:
    """Tell what was done by the name that its seat had then: another may sit there now."""
    own = act.seat is not None and act.seat == reader.seat
    return (mine if own else theirs) % act.said


ACTS: Mapping[str, Callable[[Act, Reader], Words]] = {
    "extended": _extended,
    "taken-back": _taken_back,
    "table-asked": _table_asked,
    "table-declined": _table_declined,
    **WISHES,
    "resigned": _resigned,
    "wish": _wish,
    "stands-in": _stands_in,
    "played-for": _played_for,
    "offered": _offered,
    "back": _back,
    "kept": _kept,
    "sat": _sat,
    "removed": _removed,
    "given": _given,
    "seat-declined": _seat_declined,
    "swapped": _swapped,
    "returned": _returned,
    "return-asked": _return_asked,
    "in-vain": _in_vain,
    "won": _won,
    "left-won": _left_won,
    "organises": _organises,
    "silent": _silent,
    "abandoned": _abandoned,
    "waited-for": _waited_for,
    "forced": _forced,
    "rewound": _rewound,
    "pause-ends": _pause_ends,
    "repairing": _repairing,
    "repaired": _repaired,
    "restored": _restored,
    "resent": _resent,
    "reach-asked": _reach_asked,
    "glass": _glass,
    "annulled": _annulled,
    "reinstated": _reinstated,
    "adjudicated": _adjudicated,
    "restarted": _restarted,
}
"""Every act that is written into a record, by its name there."""
