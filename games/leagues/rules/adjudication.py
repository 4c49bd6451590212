"""Between what points a director may enter for a table (leagues.md, 7 and 15)."""

from dataclasses import dataclass
from fractions import Fraction

from games.leagues.rules.refusals import Reason, Refused
from games.leagues.rules.scoring import By, Scoring


@dataclass(frozen=True, slots=True)
class Game:
    """What a ruleset can give a seat at a table of some size, in all its rounds together."""

    size: int
    least: int
    most: int
    rounds: int = 1


def bounds(scoring: Scoring, game: Game) -> tuple[Fraction, Fraction]:
    """The least and the greatest points of a line at such a table."""
    match scoring.by:
        case By.GOLD:
            return Fraction(game.least), Fraction(game.most)
        case By.RANK | By.DUPLICATE:
            return Fraction(0), Fraction(100)
        case By.WINS:
            return Fraction(0), Fraction(1)
        case By.PLACES:
            places = scoring.places[game.size]
            return min(Fraction(0), *places), max(places)  # a forfeit is 0
        case By.RELATIVE:
            expected = [each for cell, each in scoring.expected.items() if cell.size == game.size]
            least = game.least - game.rounds * max(expected)
            return least, game.most - game.rounds * min(expected)


def adjudicated(scoring: Scoring, game: Game, points: Fraction) -> Fraction:
    """The points; refused with the range if no line could have them."""
    least, most = bounds(scoring, game)
    if not least <= points <= most:
        raise Refused(Reason.OUT_OF_RANGE, f"{least}..{most}")
    return points
