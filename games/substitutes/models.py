"""Rows of seats that change hands: offers of a seat, and who was asked to take one by letter."""

from django.db import models
from django.db.models import Q
from django.db.models.functions import Lower


class Offer(models.Model):
    """A seat that somebody else may take. It also keeps who sat there before."""

    class Why(models.TextChoices):
        """How it came about."""

        MISSES = "misses"
        RESIGNED = "resigned"
        WISH = "wish"
        """Its player goes on playing until somebody sits."""
        GIVEN = "given"
        """By decision it goes to another, or to a bot until somebody takes it."""
        RETURN = "return"
        """Its player is asked whether who sat there before may have it again."""

    game = models.ForeignKey("games.Game", models.CASCADE, related_name="offers")
    seat = models.PositiveSmallIntegerField()
    player = models.ForeignKey("games.Player", models.PROTECT, related_name="offered")
    why = models.CharField(max_length=8, choices=Why)
    made_at = models.DateTimeField()
    closed_at = models.DateTimeField(null=True, help_text="when it was taken, or taken back")
    taken_by = models.ForeignKey("games.Player", models.PROTECT, null=True, related_name="taken")
    by = models.ForeignKey(
        "games.Player",
        models.PROTECT,
        null=True,
        related_name="+",
        help_text="who decided so: its player cannot take it back, and he never sits there",
    )
    whom = models.ForeignKey(
        "games.Player",
        models.PROTECT,
        null=True,
        related_name="+",
        help_text="who alone may take it; empty if whoever comes first",
    )

    class Meta:
        app_label = "games"
        constraints = (
            models.UniqueConstraint(
                fields=("game", "seat"), condition=Q(closed_at=None), name="offer_one_per_seat"
            ),
            models.CheckConstraint(
                condition=Q(taken_by=None) | Q(closed_at__isnull=False),
                name="offer_taken_is_closed",
            ),
        )

    def __str__(self) -> str:
        return f"{self.game_id} @{self.seat + 1}: {self.why}"


class Asked(models.Model):
    """An address that was asked by letter to take a seat."""

    offer = models.ForeignKey(Offer, models.CASCADE, related_name="asked")
    by = models.ForeignKey("games.Player", models.PROTECT, related_name="+")
    email = models.EmailField(max_length=254)
    created_at = models.DateTimeField()

    class Meta:
        app_label = "games"
        verbose_name_plural = "asked"
        constraints = (
            models.UniqueConstraint(fields=("offer", "email"), name="asked_one_per_address"),
            models.CheckConstraint(
                condition=Q(email=Lower("email")), name="asked_address_is_lower"
            ),
        )

    def __str__(self) -> str:
        return f"{self.offer_id}: {self.email}"
