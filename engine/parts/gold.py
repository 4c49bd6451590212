"""Paying with gold cards."""

from itertools import combinations


def exact_payment(stock: tuple[int, ...], amount: int) -> tuple[int, ...]:
    """Choose the fewest cards that are worth the amount; if none are, the most that stay below it.

    Ties go to the highest cards. What is missing is the bank's affair.
    """
    values = sorted(set(stock), reverse=True)
    for aim in range(amount, 0, -1):
        for count in range(1, aim + 1):
            # No more copies of a value than the payment could use: keeps the search tiny.
            useful = [v for v in values if v <= aim for _ in range(min(count, stock.count(v)))]
            for payment in combinations(useful, count):
                if sum(payment) == aim:
                    return payment
    return ()


def cheapest_payments(stock: tuple[int, ...], price: int) -> tuple[tuple[int, ...], ...]:
    """List the sets of cards that cover a price with the least waste, the fewest cards first.

    Each set is told by its values, the highest first. Who has too little pays all he has.
    """
    cards = tuple(sorted(stock, reverse=True))
    if sum(cards) <= price:
        return (cards,)
    # Every card is worth one at least: more cards than the price are never the cheapest.
    sets = {
        payment
        for count in range(price + 1)
        for payment in combinations(cards, count)
        if sum(payment) >= price
    }
    least = min(map(sum, sets))
    return tuple(
        sorted((payment for payment in sets if sum(payment) == least), key=lambda p: (len(p), p))
    )


def minus(stock: tuple[int, ...], cards: tuple[int, ...]) -> tuple[int, ...]:
    """Take cards out of a stock, which stays sorted."""
    rest = list(stock)
    for card in cards:
        rest.remove(card)
    return tuple(rest)
