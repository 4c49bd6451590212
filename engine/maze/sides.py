"""The four sides of a card as bits, and what a half turn does to them."""

N, E, S, W = 1, 2, 4, 8
ALL = 15
LETTERS = "NESW"


def half_turn(sides: int) -> int:
    """Swap north with south and east with west."""
    return (sides << 2 | sides >> 2) & ALL


def sides_of(letters: str) -> int:
    """Read sides written as letters, as "NS"."""
    return sum(1 << LETTERS.index(letter) for letter in letters)


def letters_of(sides: int) -> str:
    """Write sides as letters, always in the order N E S W."""
    return "".join(letter for at, letter in enumerate(LETTERS) if sides >> at & 1)
