"""The permission matrix: every act there is, and who may do it. A key without a row does not exist.

Columns are a role and its relation to the game, the strongest that holds: `g` plays in it, `l` in
its league, `n` neither; `b` is either bar. What is about a league (`league-`) asks for its division
instead, what is about a whole season for that. P player, O organiser, D director of its league, M
moderator, H host, T the table: all seats held by people agree. `Y` may, `-` may not, `S` himself or
his own things, `2` needs a second person, `C1` to `C10` under that condition (`conditions`).
"""

from collections.abc import Iterable, Iterator, Mapping
from enum import StrEnum

from games.moderation.rules.conditions import CONDITIONS, Circumstances

MATRIX = """
| act                            | P·g | P·n | O·g | O·n | D·b | D·n | M·g | M·l | M·n | H·g | H·l | H·n | T |
| find                           | -   | -   | -   | -   | -   | Y   | C6  | C6  | Y   | C6  | C6  | Y   | - |
| pause                          | -   | -   | C1  | Y   | -   | Y   | -   | -   | Y   | -   | -   | Y   | Y |
| resume                         | -   | -   | C1  | Y   | -   | Y   | -   | -   | Y   | -   | -   | Y   | Y |
| extend-turn                    | -   | -   | C2  | Y   | -   | Y   | -   | -   | Y   | -   | -   | Y   | Y |
| extend-game                    | -   | -   | -   | Y   | -   | Y   | -   | -   | Y   | -   | -   | Y   | Y |
| extend-league                  | -   | -   | -   | -   | -   | Y   | -   | -   | Y   | -   | -   | Y   | - |
| extend-all                     | -   | -   | -   | -   | -   | -   | C5  | C5  | Y   | C5  | C5  | Y   | - |
| force-default                  | -   | -   | -   | C4  | -   | C4  | -   | -   | C4  | -   | -   | C4  | - |
| undo-forced                    | -   | -   | -   | -   | -   | Y   | -   | -   | Y   | -   | -   | Y   | Y |
| rewind                         | -   | -   | -   | -   | -   | 2   | -   | -   | 2   | -   | -   | 2   | - |
| restart-round                  | -   | -   | -   | -   | -   | 2   | -   | -   | 2   | -   | -   | 2   | Y |
| restart-game                   | -   | -   | -   | -   | -   | 2   | -   | -   | 2   | -   | -   | 2   | Y |
| annul                          | -   | -   | -   | -   | -   | 2   | -   | -   | 2   | -   | -   | 2   | Y |
| adjudicate                     | -   | -   | -   | -   | -   | 2   | -   | -   | 2   | -   | -   | 2   | - |
| replace                        | -   | -   | C3  | C3  | -   | Y   | -   | -   | Y   | -   | -   | Y   | - |
| remove                         | -   | -   | C3  | C3  | -   | Y   | -   | -   | Y   | -   | -   | Y   | - |
| bring-back                     | -   | -   | C3  | C3  | -   | Y   | -   | -   | Y   | -   | -   | Y   | - |
| swap-seats                     | -   | -   | C3  | C3  | -   | Y   | -   | -   | 2   | -   | -   | 2   | - |
| revoke-links                   | S   | -   | S   | S   | S   | Y   | S   | S   | Y   | S   | S   | Y   | - |
| hold, release                  | -   | -   | -   | -   | -   | -   | C5  | C5  | Y   | C5  | C5  | Y   | - |
| quarantine, retry              | -   | -   | -   | -   | -   | -   | -   | -   | Y   | C5  | C5  | Y   | - |
| restore                        | -   | -   | -   | -   | -   | -   | -   | -   | -   | -   | -   | 2   | - |
| export-record                  | -   | -   | -   | -   | -   | -   | -   | -   | -   | -   | -   | 2   | - |
| resend-letter                  | S   | -   | S   | S   | S   | Y   | S   | S   | Y   | C5  | C5  | Y   | - |
| reset-address                  | S   | -   | S   | S   | S   | -   | S   | S   | Y   | C5  | C5  | Y   | - |
| recover-account                | -   | -   | -   | -   | -   | -   | -   | -   | -   | -   | -   | 2   | - |
| hide-talk                      | -   | -   | -   | Y   | -   | Y   | -   | -   | Y   | -   | -   | Y   | - |
| plain-name                     | -   | -   | -   | -   | -   | Y   | -   | -   | Y   | -   | -   | Y   | - |
| note                           | -   | -   | -   | -   | -   | Y   | -   | -   | Y   | -   | -   | Y   | - |
| mute, no-reports, no-new-games | -   | -   | -   | -   | -   | -   | -   | -   | Y   | -   | -   | Y   | - |
| seat-removed                   | -   | -   | -   | -   | -   | Y   | -   | -   | Y   | -   | -   | Y   | - |
| ban                            | -   | -   | -   | -   | -   | -   | -   | -   | 2   | -   | -   | 2   | - |
| lift                           | -   | -   | -   | -   | -   | C7  | -   | -   | C7  | -   | -   | Y   | - |
| glass-seat                     | -   | -   | -   | -   | -   | 2   | -   | -   | Y   | -   | -   | Y   | - |
| glass-state                    | -   | -   | -   | -   | -   | -   | -   | -   | 2   | -   | -   | 2   | - |
| impersonate                    | -   | -   | -   | -   | -   | -   | -   | -   | Y   | -   | -   | Y   | - |
| report                         | Y   | C8  | Y   | Y   | Y   | Y   | Y   | Y   | Y   | Y   | Y   | Y   | - |
| claim, close-report            | -   | -   | -   | -   | -   | C9  | -   | -   | Y   | -   | -   | Y   | - |
| appeal                         | S   | S   | S   | S   | S   | S   | S   | S   | S   | S   | S   | S   | - |
| decide-appeal                  | -   | -   | -   | -   | -   | C9  | -   | -   | C10 | -   | -   | C10 | - |
| see-signals, dismiss-signal    | -   | -   | -   | -   | -   | -   | -   | -   | Y   | -   | -   | Y   | - |
| declare-household              | S   | S   | S   | S   | S   | S   | S   | S   | S   | S   | S   | S   | - |
| read-log                       | S   | S   | S   | S   | S   | C9  | C6  | C6  | Y   | C6  | C6  | Y   | - |
| check-log                      | Y   | Y   | Y   | Y   | Y   | Y   | Y   | Y   | Y   | Y   | Y   | Y   | - |
| grant-role                     | -   | -   | -   | -   | -   | -   | -   | -   | -   | -   | -   | Y   | - |
| league-announce, league-cancel | -   | -   | -   | -   | Y   | Y   | -   | -   | -   | -   | -   | -   | - |
| league-suspend, league-resume  | -   | -   | -   | -   | Y   | Y   | -   | -   | -   | -   | -   | -   | - |
| league-postpone                | -   | -   | -   | -   | -   | Y   | -   | -   | -   | -   | -   | -   | - |
| league-exchange                | -   | -   | -   | -   | -   | Y   | -   | -   | -   | -   | -   | -   | - |
| league-adjudicate              | -   | -   | -   | -   | -   | Y   | -   | -   | -   | -   | -   | -   | - |
| league-annul, league-replay    | -   | -   | -   | -   | -   | Y   | -   | -   | -   | -   | -   | -   | - |
| league-admit, league-move      | -   | -   | -   | -   | -   | Y   | -   | -   | -   | -   | -   | -   | - |
| league-remove                  | -   | -   | -   | -   | -   | Y   | -   | -   | -   | -   | -   | -   | - |
| league-penalise, league-remit  | -   | -   | -   | -   | -   | Y   | -   | -   | -   | -   | -   | -   | - |
| league-step, league-take-back  | -   | -   | -   | -   | -   | Y   | -   | -   | -   | -   | -   | -   | - |
| league-excuse, league-revoke   | -   | -   | -   | -   | -   | Y   | -   | -   | -   | -   | -   | -   | - |
"""


class Role(StrEnum):
    """What somebody is, the least powerful first."""

    PLAYER = "player"
    ORGANISER = "organiser"
    DIRECTOR = "director"
    MODERATOR = "moderator"
    HOST = "host"
    TABLE = "table"


STAFF = (Role.DIRECTOR, Role.MODERATOR, Role.HOST)


UNTOLD = frozenset({"glass-seat", "glass-state", "impersonate", "export-record"})
"""Acts that nobody concerned may notice before they are told: they make no preview stale, and
stand in no list that players read."""


class Relation(StrEnum):
    """What ties somebody to a game or a person."""

    PLAYS = "g"
    LEAGUE = "l"
    NONE = "n"


class Right(StrEnum):
    """What the matrix answers."""

    YES = "yes"
    SECOND = "second"
    """Together with a second person."""
    UNFIT = "unfit"
    """Not as things stand: a condition does not hold."""
    BARRED = "barred"
    """Had he nothing to do with it he might."""
    NONE = "none"


def _columns(line: str) -> list[str]:
    return [cell.strip() for cell in line.strip("|").split("|")]


def _read(table: str) -> Mapping[str, Mapping[str, str]]:
    head, *lines = table.strip().splitlines()
    names = _columns(head)[1:]
    rows: dict[str, Mapping[str, str]] = {}
    for keys, *cells in map(_columns, lines):
        rows |= {key: dict(zip(names, cells, strict=True)) for key in keys.split(", ")}
    return rows


ROWS = _read(MATRIX)
"""By act: its cells by column."""


def column(role: Role, relation: Relation) -> str:
    """Name the column that holds for a role and a relation."""
    bar, plays = relation != Relation.NONE, relation == Relation.PLAYS
    match role:
        case Role.TABLE:
            return "T"
        case Role.DIRECTOR:
            return "D·b" if bar else "D·n"
        case Role.PLAYER | Role.ORGANISER:
            return f"{role[0].upper()}·{'g' if plays else 'n'}"
        case _:
            return f"{role[0].upper()}·{relation}"


def right(
    act: str, roles: Iterable[Role], relation: Relation, case: Circumstances
) -> tuple[Right, Role]:
    """Say what a person with these roles may do, and by which of them: the least that suffices."""
    held = sorted(roles, key=list(Role).index)
    found = [(_of(ROWS[act][column(role, relation)], case), role) for role in held]
    for wanted in (Right.YES, Right.SECOND, Right.UNFIT):
        for right, role in found:
            if right == wanted:
                return right, role
    barred = next(_barred(act, held), None)
    return (Right.BARRED, barred) if barred else (Right.NONE, Role.PLAYER)


def hindrance(act: str, roles: Iterable[Role], relation: Relation, case: Circumstances) -> str:
    """Name the condition that does not hold where `right` found it unfit."""
    cells = (ROWS[act][column(role, relation)] for role in sorted(roles, key=list(Role).index))
    return next(cell for cell in cells if _of(cell, case) is Right.UNFIT)


def _of(cell: str, case: Circumstances) -> Right:
    match cell:
        case "Y":
            return Right.YES
        case "2":
            return Right.SECOND
        case "-":
            return Right.NONE
        case "S":
            return Right.YES if case.own else Right.NONE
        case condition:
            return Right.YES if CONDITIONS[condition](case) else Right.UNFIT


def _barred(act: str, roles: Iterable[Role]) -> Iterator[Role]:
    return (
        role for role in roles if role in STAFF and ROWS[act][column(role, Relation.NONE)] != "-"
    )
