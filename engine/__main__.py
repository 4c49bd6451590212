"""The command line's front door; each command lives in a module of `engine.cli`."""

import argparse
import os
import sys
from collections.abc import Sequence

from engine.cli import arena, bench, cases, perft, play
from engine.errors import EngineError


def main(argv: Sequence[str] | None = None) -> int:
    """Run one command; 0 is success, 1 a failed check, 2 something that cannot be read."""
    parser = argparse.ArgumentParser(prog="python -m engine", description="The rules, by hand.")
    commands = parser.add_subparsers(required=True, metavar="command")
    for command in (play, cases, perft, bench, arena):
        command.add_to(commands)
    arguments = parser.parse_args(argv)
    try:
        code = int(arguments.run(arguments))
        # Here, and not as we leave, where nobody could answer for a reader that has left.
        sys.stdout.flush()
    except BrokenPipeError:  # the reader, `head` perhaps, has seen enough
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0
    except (EngineError, OSError, UnicodeDecodeError) as problem:
        print(problem, file=sys.stderr)
        return 2
    except KeyboardInterrupt:
        print("\nstopped", file=sys.stderr)
        return 130
    return code


if __name__ == "__main__":
    sys.exit(main())
