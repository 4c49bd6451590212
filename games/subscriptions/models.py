"""Rows of what players want to be written of, and of mailboxes that want nothing from strangers."""

from django.db import models

from games.subscriptions.rules import Choice


class Subscription(models.Model):
    """What a player is written of: of one game, or as a rule where it names none."""

    player = models.ForeignKey("games.Player", models.CASCADE, related_name="subscriptions")
    game = models.ForeignKey("games.Game", models.CASCADE, null=True, related_name="+")
    turns = models.BooleanField(default=True)
    daily = models.BooleanField(default=False)
    news = models.BooleanField(default=True)
    reminders = models.BooleanField(default=True)
    stopped = models.BooleanField(default=False)
    brief = models.BooleanField(
        default=False, db_default=False, help_text="whether a move by email is only confirmed"
    )

    class Meta:
        app_label = "games"
        constraints = (
            models.UniqueConstraint(
                fields=("player", "game"), name="subscription_one_each", nulls_distinct=False
            ),
        )

    def __str__(self) -> str:
        return f"{self.player_id} {self.game_id or 'as a rule'}"

    @property
    def choice(self) -> Choice:
        """What is chosen here."""
        return Choice(self.turns, self.daily, self.news, self.reminders, self.stopped, self.brief)


class Daily(models.Model):
    """When a player gets his daily letter."""

    player = models.OneToOneField(
        "games.Player", models.CASCADE, primary_key=True, related_name="daily"
    )
    hour = models.PositiveSmallIntegerField(default=8, help_text="on his own clock")
    due_at = models.DateTimeField(null=True, help_text="none while nothing is told daily")
    told_on = models.DateField(null=True, help_text="the day of the last one, on his calendar")

    class Meta:
        app_label = "games"
        verbose_name_plural = "daily"
        indexes = (
            models.Index(
                fields=("due_at",), condition=models.Q(due_at__isnull=False), name="daily_due"
            ),
        )

    def __str__(self) -> str:
        return f"{self.player_id} at {self.hour}"


class Refusal(models.Model):
    """A mailbox that is never written to because somebody else typed its address in."""

    mailbox = models.BigIntegerField(
        primary_key=True, help_text="named so that nobody reads whose it is, see the rules"
    )
    made_at = models.DateTimeField()

    class Meta:
        app_label = "games"

    def __str__(self) -> str:
        return str(self.mailbox)
