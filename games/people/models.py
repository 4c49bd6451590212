"""Rows of what people were in games, for their pages; and of whom somebody will not sit with."""

from django.db import models
from django.db.models import F, Q


class Part(models.Model):
    """The dwarf that somebody was in a round that is over, and the gold it brought him."""

    game = models.ForeignKey("games.Game", models.CASCADE, related_name="parts")
    round = models.PositiveSmallIntegerField()
    seat = models.PositiveSmallIntegerField()
    player = models.ForeignKey("games.Player", models.CASCADE, related_name="+")
    role = models.CharField(max_length=20)
    gold = models.SmallIntegerField(help_text="less than nothing if he lost some")

    class Meta:
        app_label = "games"
        constraints = (
            models.UniqueConstraint(fields=("game", "round", "seat"), name="part_one_per_round"),
        )

    def __str__(self) -> str:
        return f"{self.game_id} round {self.round} @{self.seat + 1}"


class Block(models.Model):
    """Somebody does not want to sit with another. Nobody else ever learns it, least of all he."""

    by = models.ForeignKey("games.Player", models.CASCADE, related_name="+")
    whom = models.ForeignKey("games.Player", models.CASCADE, related_name="+")
    made_at = models.DateTimeField()

    class Meta:
        app_label = "games"
        constraints = (
            models.UniqueConstraint(fields=("by", "whom"), name="block_one_per_pair"),
            models.CheckConstraint(condition=~Q(by=F("whom")), name="block_takes_two"),
        )

    def __str__(self) -> str:
        return f"block {self.pk}"
