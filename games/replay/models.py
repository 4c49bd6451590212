"""What a game's moves alone do not tell of how it went."""

from django.db import models


class Setting(models.Model):
    """What a seat set for itself between two moves; until the end as secret as the state."""

    game = models.ForeignKey("games.Game", models.CASCADE, related_name="settings")
    ply = models.PositiveIntegerField(help_text="the last one made before it")
    seat = models.PositiveSmallIntegerField()
    notation = models.CharField(max_length=100)
    made_at = models.DateTimeField()

    class Meta:
        ordering = ("game", "id")

    def __str__(self) -> str:
        return f"{self.game_id} ply {self.ply}"


class Sealed(models.Model):
    """A stored position that another took the place of: kept for ever, shown on no page."""

    game = models.ForeignKey("games.Game", models.CASCADE, related_name="+")
    ply = models.PositiveIntegerField()
    state = models.JSONField()
    to_act = models.JSONField(help_text="who was asked")
    sealed_at = models.DateTimeField()

    def __str__(self) -> str:
        return f"{self.game_id} ply {self.ply}"
