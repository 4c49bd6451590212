"""`python3 -m games.leagues.priors GAME`: bots play what is missing in its file."""

import argparse
import sys
from collections.abc import Sequence

from engine.registry import RULESETS
from games.leagues.priors import kept, playing
from games.leagues.priors.kept import Kept

SEED = 1


def main(argv: Sequence[str] | None = None) -> None:
    """Play, and keep each size of table as soon as it is done.

    What is kept of another version, seed or length is no longer true, and goes.
    """
    asked = _asked(argv)
    meta = RULESETS[asked.game].meta
    head = (meta.version, asked.seed, asked.rounds)
    found = kept.load(asked.game)
    if found is None or (found.version, found.seed, found.rounds) != head:
        found = Kept(asked.game, *head)
    for options in playing.choices(asked.game):
        words = kept.words(options)
        if not set(asked.options) <= set(words.split()):
            continue
        for size in asked.sizes or sorted(meta.roles):
            if (words, size) in found.first:
                continue
            print(f"{asked.game} {words}, {size} at a table", file=sys.stderr)
            for kind, rounds in ((found.gold, asked.rounds), (found.first, playing.FIRST)):
                if (words, size) not in kind:
                    kind[words, size] = playing.played(
                        asked.game, options, size, seed=asked.seed, rounds=rounds
                    )
            kept.store(found)


def _asked(argv: Sequence[str] | None) -> argparse.Namespace:
    games = sorted(key for key, rules in RULESETS.items() if rules.meta.roles)
    parser = argparse.ArgumentParser(prog="python3 -m games.leagues.priors", description=__doc__)
    parser.add_argument("game", choices=games)
    parser.add_argument("--options", nargs="*", default=[], help="only these, as edition=2004")
    parser.add_argument("--sizes", nargs="*", type=int, help="only tables of so many")
    parser.add_argument("--seed", type=int, default=SEED)
    parser.add_argument("--rounds", type=int, default=playing.ROUNDS)
    return parser.parse_args(argv)


if __name__ == "__main__":
    main()
