"""Rows of ratings. All of them follow from games and can be counted again from nothing."""

from django.db import models
from django.db.models import Q


class Counted(models.Model):
    """A game that is over, in the book of its ruleset, and when it ended for that."""

    game = models.OneToOneField(
        "games.Game", models.CASCADE, primary_key=True, related_name="counted"
    )
    book = models.CharField(max_length=60)
    ended_at = models.DateTimeField(help_text="of a shared deal, when its last table had ended")
    stale = models.BooleanField(
        default=True, help_text="whether it and all after it are to be counted"
    )

    class Meta:
        app_label = "games"
        indexes = (
            models.Index(fields=("book", "ended_at", "game"), name="counted_in_order"),
            models.Index(fields=("book",), condition=Q(stale=True), name="counted_stale"),
            models.Index(fields=("-ended_at",), name="counted_lately"),
        )

    def __str__(self) -> str:
        return f"{self.game_id} in {self.book}"


class Rating(models.Model):
    """What a game made of somebody's rating. His last one is what he has."""

    counted = models.ForeignKey(Counted, models.CASCADE, related_name="ratings")
    player = models.ForeignKey("games.Player", models.CASCADE, related_name="ratings")
    book = models.CharField(max_length=60)
    ended_at = models.DateTimeField()
    mu = models.FloatField()
    sigma = models.FloatField()
    games = models.PositiveIntegerField(help_text="rated ones, this one among them")
    last = models.BooleanField(default=False)

    class Meta:
        app_label = "games"
        indexes = (
            models.Index(fields=("player", "book", "ended_at"), name="rating_history"),
            models.Index(fields=("book",), condition=Q(last=True), name="rating_last"),
        )
        constraints = (
            models.UniqueConstraint(fields=("counted", "player"), name="rating_one_a_game"),
            models.UniqueConstraint(
                fields=("player", "book"), condition=Q(last=True), name="rating_one_last"
            ),
        )

    def __str__(self) -> str:
        return f"{self.player_id} in {self.book} after {self.counted_id}"
