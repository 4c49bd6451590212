"""Rows of practice: which games were dealt at a click."""

from django.db import models


class Practice(models.Model):
    """A game that somebody dealt himself at once, with bots on all other seats.

    While its organiser has no address it is a visitor's, and swept away when he stays out.
    """

    game = models.OneToOneField("games.Game", models.CASCADE, related_name="practice")
    once = models.CharField(
        max_length=32, unique=True, help_text="of the form: sent twice, dealt once"
    )
    made_at = models.DateTimeField()

    class Meta:
        app_label = "games"

    def __str__(self) -> str:
        return str(self.game_id)
