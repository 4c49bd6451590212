"""Rows of mails that came in: kept until what they ask for is done, and done once."""

from django.db import models
from django.db.models import Q


class RefusedEmail(models.Model):
    """How many emails were refused within an hour for one reason; of whom is not stored."""

    class Why(models.TextChoices):
        """The reasons for refusing an email."""

        UNREADABLE = "unreadable"
        FAILED = "failed"
        UNSURE = "unsure"
        STRANGE = "strange"

    hour = models.DateTimeField()
    why = models.CharField(max_length=12, choices=Why)
    count = models.PositiveIntegerField(default=0)

    class Meta:
        app_label = "games"
        constraints = (
            models.UniqueConstraint(fields=("hour", "why"), name="refused_email_once_an_hour"),
        )

    def __str__(self) -> str:
        return f"{self.why}: {self.count} from {self.hour}"


class Reply(models.Model):
    """A mail to a seat's own address that was accepted. What became of it, once it is done."""

    MOST_TRIES = 3
    """Whoever begins with it after so many gives it up, and nobody waits for it any more."""

    once = models.CharField(max_length=64, unique=True, help_text="of mail and address")
    seat = models.ForeignKey("games.Seat", models.CASCADE, related_name="replies")
    player = models.ForeignKey("games.Player", models.CASCADE, related_name="+")
    epoch = models.PositiveIntegerField(help_text="of the seat's links")
    ply = models.PositiveIntegerField(help_text="that the letter shows which is answered")
    text = models.TextField(blank=True, help_text="what was written; nothing once it is done")
    move = models.CharField(max_length=100, blank=True, help_text="that it asks for, as understood")
    accepted_at = models.DateTimeField()
    claimed_at = models.DateTimeField(null=True)
    tries = models.PositiveSmallIntegerField(default=0)
    acted_at = models.DateTimeField(null=True)
    done = models.JSONField(default=list, help_text="what became of each line")

    class Meta:
        app_label = "games"
        indexes = (
            models.Index(
                fields=("accepted_at",), condition=Q(acted_at__isnull=True), name="reply_waiting"
            ),
            models.Index(fields=("acted_at",), name="reply_by_age"),
        )

    def __str__(self) -> str:
        return f"reply {self.pk}"
