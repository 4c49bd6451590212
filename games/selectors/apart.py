"""Who does not want to sit with whom. Reads only; told to nobody but who said so himself."""

from collections.abc import Iterable

from django.db.models import Exists, OuterRef, Q

from games.models import Block, Game, Player, Seat


def avoids(player: Player, others: Iterable[int]) -> bool:
    """Tell whether somebody does not want to sit with one of these."""
    return Block.objects.filter(by=player, whom__in=list(others)).exists()


def is_avoided(player: Player, others: Iterable[int]) -> bool:
    """Tell whether one of these does not want to sit with him; never to be told to anybody."""
    return Block.objects.filter(by__in=list(others), whom=player).exists()


def against(player: Player, places: Iterable[Seat]) -> frozenset[int]:
    """Number the seats of those who do not want to sit with somebody; never to be told."""
    seats = {at.player_id: at.number for at in places if at.player_id}
    rows = Block.objects.filter(by__in=seats, whom=player).values_list("by", flat=True)
    return frozenset(seats[by] for by in rows)


def kept_apart(people: Iterable[int]) -> set[int]:
    """Name who does not want to sit with one of these, or with whom one of these does not."""
    there = list(people)
    rows = Block.objects.filter(Q(by__in=there) | Q(whom__in=there)).values_list("by", "whom")
    return {each for by, whom in rows for each in (by, whom)} - set(there)


def others_at(game: Game, number: int) -> list[int]:
    """Name who sits at a table but for one seat."""
    seats = Seat.objects.filter(game=game, player__isnull=False).exclude(number=number)
    return list(seats.values_list("player", flat=True))


def apart_at_offer(player: Player, *, of: str = "") -> Exists:
    """Whether, at the table of an offer, another sits from whom he is kept apart.

    `of` leads from a row to its offer.
    """
    mine = Block.objects.filter(Q(by=player) | Q(whom=player))
    there = Q(player__in=mine.values("by")) | Q(player__in=mine.values("whom"))
    others = Seat.objects.filter(there, game=OuterRef(f"{of}game")).exclude(player=player)
    return Exists(others.exclude(number=OuterRef(f"{of}seat")))
