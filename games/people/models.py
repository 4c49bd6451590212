"""Rows of what people were in games, for their pages."""

from django.db import models


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
