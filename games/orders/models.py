"""What a seat has ordered, or chose at a closed table. Secret: only its owner's page shows it."""

from django.db import models


class Orders(models.Model):
    """The two lists of a seat, and when they are looked at next."""

    seat = models.OneToOneField("games.Seat", models.CASCADE, primary_key=True)
    following = models.JSONField(default=list, help_text="lines for the seat's next turn")
    standing = models.JSONField(default=list, help_text="lines until the round ends")
    unhurried = models.BooleanField(default=False, help_text="the player's own wish")
    version = models.PositiveIntegerField(default=0, help_text="which lists a form was drawn from")
    after = models.IntegerField(
        null=True, help_text="mark of the turn that ran when `following` was written: it comes next"
    )
    surprised = models.BooleanField(default=False, help_text="caution holds the lists back")
    failed = models.JSONField(
        default=dict, help_text="by number, why the lines of a void list failed"
    )
    ordered_from = models.PositiveIntegerField(
        null=True, help_text="the first ply made by order since a move by hand"
    )
    look_at = models.DateTimeField(null=True, help_text="when the present ask is looked at")
    draft = models.CharField(
        max_length=100, blank=True, help_text="a move that a closed table refused: it plays nothing"
    )
    drafted = models.PositiveIntegerField(null=True, help_text="the ply at which it was chosen")

    class Meta:
        app_label = "games"

    def __str__(self) -> str:
        return f"orders of seat {self.pk}"

    @property
    def void(self) -> bool:
        """Tell whether nothing fitted when the list for the next turn was looked at."""
        return bool(self.failed)
