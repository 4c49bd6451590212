"""What is known of addresses and of the mail server, and emails that were called spam."""

from django.db import models


class Mailbox(models.Model):
    """Letters do not get through to the address that a player has. Gone once one did."""

    player = models.OneToOneField(
        "games.Player", models.CASCADE, primary_key=True, related_name="mailbox"
    )
    failed = models.PositiveSmallIntegerField(
        default=0, help_text="letters of which none arrived, one after the other"
    )
    failing_since = models.DateTimeField(null=True)
    dead_since = models.DateTimeField(null=True)

    class Meta:
        app_label = "games"
        verbose_name_plural = "mailboxes"

    def __str__(self) -> str:
        return f"{self.player_id}: {self.failed}, {self.dead_since or 'alive'}"


class Complaint(models.Model):
    """What was stopped since a letter was called spam. Gone once its player has answered."""

    player = models.ForeignKey("games.Player", models.CASCADE, related_name="complaints")
    game = models.ForeignKey("games.Game", models.CASCADE, null=True, related_name="+")
    stop = models.PositiveSmallIntegerField(help_text="see games/subscriptions/rules.py")
    spam = models.BooleanField(help_text="or it was said on a page of the provider's")
    made_at = models.DateTimeField()

    class Meta:
        app_label = "games"
        constraints = (
            models.UniqueConstraint(
                fields=("player", "game", "stop"),
                name="complaint_one_each",
                nulls_distinct=False,
            ),
        )

    def __str__(self) -> str:
        return f"{self.player_id}: {self.stop} of {self.game_id or 'all'}"


class MailOutage(models.Model):
    """The mail server takes no emails. One row, gone once an email leaves."""

    begun_at = models.DateTimeField()

    class Meta:
        app_label = "games"

    def __str__(self) -> str:
        return f"since {self.begun_at}"
