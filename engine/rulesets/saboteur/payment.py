"""Paying with gold cards."""

from functools import lru_cache
from itertools import combinations


@lru_cache(maxsize=1_000)
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


def minus(stock: tuple[int, ...], cards: tuple[int, ...]) -> tuple[int, ...]:
    """Take cards out of a stock, which stays sorted."""
    rest = list(stock)
    for card in cards:
        rest.remove(card)
    return tuple(rest)
