"""What each rule of a season does, said to who chooses it."""

from django.utils.translation import gettext as _

from games.leagues.rules.scoring import By, Substituted
from games.leagues.rules.terms import Fault, Format
from games.leagues.rules.tiebreaks import Tiebreak
from games.texts.leagues import format_name, league_fault_text
from games.texts.leagues_pages import criterion_name


def group_name(group: str) -> str:
    """Name a matter of the rules."""
    return {
        "played": _("What is played"),
        "calendar": _("Calendar"),
        "points": _("Points"),
        "level": _("Level on points"),
        "divisions": _("Divisions"),
        "entering": _("Who may enter"),
        "final": _("A knock-out final"),
        "waiting": _("What is waited for"),
        "time": _("Time for a turn"),
    }[group]


def format_choice(each: Format) -> str:
    """Say how rounds are drawn, and whom that suits."""
    said = {
        Format.ROUND_ROBIN: _("for games of two, up to about twenty in a division"),
        Format.GROUPS: _("all rounds are known before the first; all meet as evenly as can be"),
        Format.SWISS: _("each round by the standing before it; for many players and few rounds"),
        Format.SOLO: _("everybody plays alone, and only the best rounds count"),
    }[each]
    return f"{format_name(each)}: {said}"


def scoring_choice(each: By) -> str:
    """Say what a table gives."""
    return {
        By.RANK: _("rank: 0 to 100, the share of the others that one is ahead of"),
        By.WINS: _("wins: one point for a win; several winners share it"),
        By.GOLD: _("gold: what one has at the end"),
        By.PLACES: _("places: points by place, as listed below"),
        By.RELATIVE: _("relative: gold, less what the role could expect at a table of this size"),
        By.DUPLICATE: _("duplicate: all tables of a round get the same deal, seat against seat"),
    }[each]


def substituted_choice(each: Substituted) -> str:
    """Say what becomes of a line that a substitute finished."""
    return {
        Substituted.COUNTS: _("counts in full for who announced his absence"),
        Substituted.FORFEIT: _("counts as a forfeit"),
        Substituted.BYE: _("counts as a bye as asked for"),
    }[each]


def criterion_choice(each: Tiebreak) -> str:
    """Name a criterion, with a capital."""
    name = criterion_name(each)
    return name[0].upper() + name[1:]


def field_texts() -> dict[str, tuple[str, str]]:
    """Say of each rule what it is called and what it does."""
    return {**_played(), **_calendar(), **_points(), **_level(), **_divisions(), **_waiting()}


def fault_line(fault: Fault) -> str:
    """Say why a rule is refused where it does not stand beside its field."""
    last = fault.field.rpartition("/")[2]
    named = field_texts().get("lasts" if last == "days" else last)
    why = league_fault_text(fault)
    return f"{named[0]}: {why}" if named else why


def _played() -> dict[str, tuple[str, str]]:
    return {
        "format": (_("How rounds are drawn"), ""),
        "low": (
            _("Players at a table, at least"),
            _("Everybody against everybody takes 2 in all three; a solo ladder takes 1."),
        ),
        "high": (_("At most"), ""),
        "preferred": (
            _("Where it works out"),
            _("Ten players at tables of 3 to 5, if 4 is best: 4, 3 and 3."),
        ),
        "double": (
            _("Everybody meets everybody twice, with seats swapped"),
            _("Only where everybody meets everybody."),
        ),
    }


def _calendar() -> dict[str, tuple[str, str]]:
    return {
        "registers": (
            _("Registration opens"),
            _("All times are those on a clock on the wall in the league’s time zone."),
        ),
        "registered": (
            _("Registration closes"),
            _("Then everybody is asked once more if he comes. Who is late waits for a place."),
        ),
        "first": (
            _("The first round opens"),
            _("At least three days after the close: divisions are published before it."),
        ),
        "rounds": (
            _("Rounds"),
            _("Everybody against everybody takes as many as there are to meet: leave it empty."),
        ),
        "lasts": (
            _("Days from one opening to the next"),
            _("A table that is not finished by then runs on; the league does not wait for it."),
        ),
        "together": (
            _("Rounds that open at once"),
            _("With 2 everybody plays two tables at a time. Left empty: 1."),
        ),
        "drawing": (
            _("Days between a close and the next opening, for the draw"),
            _("Only for Swiss tables, where the draw needs results. Left empty: 2."),
        ),
        "pauses": (
            _("Days on which no round opens"),
            _("With commas between them: 2026-12-24, 2026-12-31. The round and all after it move."),
        ),
    }


def _points() -> dict[str, tuple[str, str]]:
    return {
        "kind": (_("What a table gives"), ""),
        "unequal": (
            _("Count gold also at tables of unequal size"),
            _("Three at a table earn more than ten. Tick it only if you want that."),
        ),
        "places": (
            _("Points for each place"),
            _("Only for points by place: one line for each size of table, say 3: 5 2 0"),
        ),
        "forced": (
            _("A bye because the number does not work out"),
            _("Left empty: 60 by rank, a win by wins, the mean of the round by gold."),
        ),
        "requested": (
            _("A bye as asked for, once a season"),
            _("Left empty: 50 by rank, half a win by wins, the mean of the round by gold."),
        ),
        "best": (
            _("So many rounds of a solo ladder count"),
            _("Left empty: two of three. A missed week is no disaster then."),
        ),
        "substituted": (_("What a substitute finishes"), ""),
    }


def _level() -> dict[str, tuple[str, str]]:
    return {
        "level_1": (_("First decides"), ""),
        "level_2": (_("Then"), ""),
        "level_3": (_("Then the third"), ""),
        "level_4": (_("Then the fourth"), ""),
        "level_5": (
            _("Last"),
            _("Without the lot, who is still level shares the place."),
        ),
    }


def _divisions() -> dict[str, tuple[str, str]]:
    return {
        "size": (_("Players in a division"), _("Where there are more, there is another below.")),
        "min": (_("At least"), _("A division that would be smaller plays with the one above.")),
        "max": (_("At most in one division"), _("Above that a new one begins beneath it.")),
        "swap": (
            _("How many change places at each border"),
            _("After the season, but never more than a third. With 0 nobody goes up or down."),
        ),
        "least": (_("Players that a season takes"), _("With fewer the directors are asked.")),
        "greatest": (_("Players that it takes at most"), _("Whoever comes later waits.")),
        "reliability": (
            _("Deadlines kept, of 100"),
            _("Asked of who enters, once he had 20 turns. Left empty: 90; with 0 of nobody."),
        ),
        "seeds": (
            _("Players of the final"),
            _("The first of the top division, after the last round. Left empty: no final."),
        ),
        "best_of": (
            _("Games between two in the final"),
            _("1, or 3: then goes on who wins two. Only at tables of two."),
        ),
    }


def _waiting() -> dict[str, tuple[str, str]]:
    return {
        "looking": (
            _("Hours between a draw and its publication"),
            _("Directors can look at it meanwhile, and have it made anew. Left empty: 24."),
        ),
        "before": (
            _("Hours between the divisions and the first opening"),
            _("Left empty: 48."),
        ),
        "running_on": (
            _("Days that tables may run on after the last close"),
            _("Then the directors decide about them. Left empty: 21."),
        ),
        "counting": (
            _("Days between the last result and the final standing"),
            _("Time to object. Left empty: 7."),
        ),
        "clock": (
            _("Time for each turn"),
            _("After that the table moves on: a card is discarded for whoever is late."),
        ),
    }
