#!/usr/bin/env python3
"""The one door: `python3 manage.py help` lists what lies behind it. Needs Python and pip."""

import sys

from saboteur_site.local import environment

# What a command needs beyond the lock file "run"; a first `up` should not wait for test tools.
GROUPS = {"test": ("run", "dev"), "check-all": ("run", "dev"), "catalogue": ("run", "dev")}
GROUPS |= {"faults": ("run", "dev"), "years": ("run", "dev"), "map": ("run", "dev")}
GROUPS |= {"audit": ("run", "dev")}
GROUPS |= {"bench": ("run", "bench")}


def main() -> int:
    """Set up the project's environment, then run the command in it."""
    command = sys.argv[1] if len(sys.argv) > 1 else "help"
    if command == "lock":
        return environment.lock()
    environment.enter(*GROUPS.get(command, ("run",)))

    from saboteur_site.local import commands  # needs the environment just entered

    return commands.run(sys.argv)


if __name__ == "__main__":
    try:
        sys.exit(main())
    except KeyboardInterrupt:
        sys.exit("\nstopped")
