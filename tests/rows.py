"""Tests that loop over the rows of a table: one item to collect, and every row that fails."""

import inspect
from collections.abc import Callable, Collection
from functools import wraps
from typing import Any

Test = Callable[..., None]


def each_row(names: str, rows: Collection[Any]) -> Callable[[Test], Test]:
    """Run a test on every row and raise all that fails, each with its row as a note.

    It takes what `pytest.mark.parametrize` takes. That makes an item of every row, with fixtures
    and a report of its own, which costs a thousand times what many a check does. All rows share
    the test's fixtures: use it for checks that change nothing.
    """
    own = names.replace(" ", "").split(",")
    if not rows:
        raise ValueError("a test without rows cannot fail")

    def decorate(test: Test) -> Test:
        @wraps(test)
        def on_every_row(**fixtures: object) -> None:
            failed: list[Exception] = []
            for row in rows:
                values = dict(zip(own, row if len(own) > 1 else (row,), strict=True))
                try:
                    test(**fixtures, **values)
                except BaseException as error:
                    error.add_note(f"row: {', '.join(map(str, values.values()))}")
                    if not isinstance(error, Exception):
                        raise  # a timeout, or `pytest.raises` saw nothing raised
                    failed.append(error)
            if failed:
                raise ExceptionGroup(f"{len(failed)} rows fail", failed)

        signature = inspect.signature(test)
        fixtures = [each for name, each in signature.parameters.items() if name not in own]
        on_every_row.__signature__ = signature.replace(parameters=fixtures)  # type: ignore[attr-defined]
        return on_every_row

    return decorate
