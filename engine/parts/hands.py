"""Hands: sorted tuples of cards."""


def without(hand: tuple[int, ...], card: int) -> tuple[int, ...]:
    """Take one copy of a card out of a hand that holds it."""
    at = hand.index(card)
    return hand[:at] + hand[at + 1 :]


def with_card(hand: tuple[int, ...], card: int) -> tuple[int, ...]:
    """Put a card into its place in a hand."""
    cards = [*hand, card]
    cards.sort()
    return tuple(cards)
