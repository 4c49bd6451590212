"""The permission matrix: every cell gives what it says, and no act is without a row."""

from datetime import timedelta

from games.moderation.acts import EVERY
from games.moderation.rules import matrix
from games.moderation.rules.conditions import CONDITIONS, Circumstances
from games.moderation.rules.matrix import MATRIX, ROWS, Relation, Right, Role
from tests.rows import each_row

RELATIONS = {"g": Relation.PLAYS, "l": Relation.LEAGUE, "n": Relation.NONE, "b": Relation.PLAYS}
RELATIONS["T"] = Relation.NONE
ROLES = {role[0].upper(): role for role in Role}
CELLS = [(act, column, cell) for act, row in ROWS.items() for column, cell in row.items()]
FITTING = Circumstances(
    own=False, before_start=True, over=True, public=True, his_league=True, by_host=False
)
UNFITTING = {
    "C1": Circumstances(paused=timedelta(hours=73)),
    "C2": Circumstances(given=49),
    "C3": Circumstances(before_start=False),
    "C4": Circumstances(),
    "C7": Circumstances(own=True),
    "C8": Circumstances(public=False),
    "C9": Circumstances(his_league=False),
    "C10": Circumstances(decided=True),
}
PAGES = {
    "report": "a player's own form, beside what he reports",
    "claim": "one click, half an hour",
    "appeal": "a player's own form, beside the decision",
    "find": "the moderators' first page itself",
    "see-signals": "a page that lists them",
    "read-log": "a page that shows each reader his part of it",
    "check-log": "a click on the public page of the log",
    "declare-household": "two people's own matter: a page of their accounts",
}
"""What needs no preview, and is asked the matrix by the page that does it."""


def test_every_act_has_a_row_and_every_row_an_act_or_a_page():
    assert ROWS.keys() == EVERY.keys() | PAGES.keys()


def test_no_row_is_written_twice():
    keys = [key.strip() for line in MATRIX.strip().splitlines() for key in _keys(line)]
    assert len(keys) == len(set(keys)) == len(ROWS) + 1


def _keys(line: str) -> list[str]:
    return line.strip("|").split("|")[0].split(",")


@each_row("act, column, cell", CELLS)
def test_a_cell_gives_what_it_says(act: str, column: str, cell: str):
    role, relation = ROLES[column[0]], RELATIONS[column[-1]]
    right, by = matrix.right(act, [role], relation, FITTING)
    if cell in ("Y", "2") or cell in CONDITIONS:
        assert (right, by) == (Right.SECOND if cell == "2" else Right.YES, role)
    else:
        assert right in (Right.NONE, Right.BARRED)
    own = matrix.right(act, [role], relation, Circumstances(own=True))[0]
    assert (own == Right.YES) == (cell in ("Y", "S", "C1", "C5", "C6", "C10"))
    if cell in UNFITTING:
        assert matrix.right(act, [role], relation, UNFITTING[cell])[0] == Right.UNFIT


@each_row("act, column, cell", CELLS)
def test_staff_is_told_that_it_is_barred_where_it_would_have_the_right_otherwise(
    act: str, column: str, cell: str
):
    role, relation = ROLES[column[0]], RELATIONS[column[-1]]
    right, _by = matrix.right(act, [role], relation, Circumstances())
    otherwise = ROWS[act][matrix.column(role, Relation.NONE)]
    barred = cell in ("-", "S") and role in matrix.STAFF and otherwise != "-"
    assert (right == Right.BARRED) == barred


def test_a_person_has_the_rights_of_all_his_roles_and_the_least_that_suffices_is_used():
    roles = [Role.HOST, Role.MODERATOR, Role.ORGANISER, Role.PLAYER]
    assert matrix.right("pause", roles, Relation.NONE, Circumstances()) == (
        Right.YES,
        Role.ORGANISER,
    )
    assert matrix.right("restore", roles, Relation.NONE, Circumstances())[1] == Role.HOST
    assert matrix.right("rewind", roles, Relation.PLAYS, Circumstances())[0] == Right.BARRED
