"""`cases`: plays written cases and prints one line for each."""

import argparse
from dataclasses import replace
from typing import Any

from engine.cli.casefile import Block, Case, CaseError, Line, read_cases
from engine.cli.expect import Table, holds
from engine.cli.facts import seat_named
from engine.cli.tables import options_of, played, position, read_text, seed_of
from engine.errors import EngineError, IllegalMove, MoveSyntaxError
from engine.registry import ruleset

UNREADABLE = "unreadable"


def add_to(commands: Any) -> None:
    """Add this command to the parser."""
    parser = commands.add_parser("cases", help="play written cases and say which hold")
    parser.add_argument("files", nargs="+", metavar="FILE", help='a .case file, or "-"')
    parser.set_defaults(run=run)


def run(arguments: argparse.Namespace) -> int:
    """Play every case of every file: 0 if all hold, 1 if not; raises CaseError."""
    cases = [case for file in arguments.files for case in read_cases(file, read_text(file))]
    failed = 0
    for case in cases:
        failures = play_case(case)
        failed += bool(failures)
        what = f"\n{'':8}".join(failures)
        line = f"FAILED  {case.title}\n{'':8}{what}" if failures else f"ok      {case.title}"
        print(line, flush=True)
    print(f"{len(cases)} cases, {failed} failed", flush=True)
    return 1 if failed else 0


def play_case(case: Case) -> list[str]:
    """Play one case; every line that does not hold gives one text. Raises CaseError."""
    table = _set_table(case)
    failures: list[str] = []
    for block in case.blocks[1:]:
        if block.word == "moves":
            table = replace(table, events=())
        for line in block.lines:
            try:
                if block.word == "moves":
                    table, wrong = _move(table, line.text)
                else:
                    wrong = holds(table, line.text)
            except (EngineError, IndexError) as problem:
                raise CaseError(case.file, line.number, _said(problem, line)) from problem
            if wrong:
                failures.append(f"{case.file}:{line.number}: {line.text}: {wrong}")
    return failures


def _said(problem: Exception, line: Line) -> object:
    return f"words are missing: {line.text}" if isinstance(problem, IndexError) else problem


def _set_table(case: Case) -> Table:
    block = case.blocks[0]
    try:
        return _deal(block) if block.word == "setup" else _lay_out(block)
    except EngineError as problem:
        raise CaseError(case.file, block.number, problem) from problem


def _lay_out(block: Block) -> Table:
    game, state = position("\n".join(line.text for line in block.lines))
    return Table(game, state)


def _deal(block: Block) -> Table:
    """Read "saboteur 5 7f edition=2004": the game, the players, the seed, the options."""
    words = " ".join(line.text for line in block.lines).split()
    if len(words) < 3 or not words[1].isdigit():
        raise EngineError("a setup names a game, a number of players and a seed")
    game = ruleset(words[0])
    state, events = game.setup(seed_of(words[2]), int(words[1]), options_of(words[3:]))
    return Table(game, state, events)


def _move(table: Table, text: str) -> tuple[Table, str | None]:
    """Make a move or a setting, or see it refused for the reason after the "!"."""
    made, _, reason = (part.strip() for part in text.partition("!"))
    seat, _, notation = made.partition(" ")
    try:
        move = table.game.parse(notation)
        state, events = played(table.game, table.state, seat_named(seat), move)
    except IllegalMove as refused:
        return table, None if reason == str(refused) else f"refused, {refused}"
    except MoveSyntaxError:
        if reason != UNREADABLE:
            raise
        return table, None
    after = replace(table, state=state, events=table.events + events)
    return after, "it was accepted" if reason else None
