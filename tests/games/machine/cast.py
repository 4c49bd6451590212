"""What a running beat leaves for the machine room."""

import ast
import inspect
from datetime import datetime

from games import tasks
from games.machine.services import watching


def names_of_sweeps() -> set[str]:
    """Read from the source which names tasks note their sweeps by."""
    nodes = ast.walk(ast.parse(inspect.getsource(tasks)))
    calls = [each for each in nodes if isinstance(each, ast.Call)]
    return {ast.literal_eval(call.args[0]) for call in calls if ast.unparse(call.func) == "_swept"}


def beat_runs(*, now: datetime) -> None:
    """Note that every sweep has just run."""
    for name in names_of_sweeps():
        watching.note(name, 3, now=now)
