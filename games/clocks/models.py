"""Rows of time: the service's last sign of life, when it was down, turns and appeals of players."""

from django.db import models
from django.db.models import F, Q


class Position(models.TextChoices):
    """How much stands still while the operators hold the service."""

    CLOCKS = "clocks"
    """No time runs out; who likes may move."""
    ALL = "all"
    """Nobody moves either, and letters wait."""


class Pulse(models.Model):
    """The one row that every sweep touches before it lets time run out."""

    last_at = models.DateTimeField()
    held_at = models.DateTimeField(
        null=True, help_text="since when the operators hold the whole service"
    )
    begins_at = models.DateTimeField(null=True, help_text="when a hold begins that was announced")
    position = models.CharField(max_length=6, choices=Position, default=Position.ALL)
    reason = models.CharField(max_length=200, blank=True, help_text="why; every player reads it")

    class Meta:
        app_label = "games"
        constraints = (
            models.CheckConstraint(condition=Q(id=1), name="pulse_is_one"),
            models.CheckConstraint(
                condition=Q(held_at=None) | Q(begins_at=None), name="pulse_is_held_or_will_be"
            ),
        )

    def __str__(self) -> str:
        return f"last sign of life {self.last_at}"


class Outage(models.Model):
    """A time in which nothing was swept. What fell due in it moves by its length."""

    begun_at = models.DateTimeField()
    ended_at = models.DateTimeField()
    worked_at = models.DateTimeField(
        null=True, help_text="when all deadlines were moved; empty while some may still lie there"
    )
    position = models.CharField(
        max_length=6,
        choices=Position,
        blank=True,
        default="",
        help_text="how the operators held the service: then every clock stood; else empty",
    )
    reason = models.CharField(
        max_length=200, blank=True, help_text="why the operators held the service, if they did"
    )

    class Meta:
        app_label = "games"
        constraints = (
            models.CheckConstraint(
                condition=Q(begun_at__lt=F("ended_at")), name="outage_has_a_length"
            ),
        )

    def __str__(self) -> str:
        return f"{self.begun_at} to {self.ended_at}"


class Kept(models.Model):
    """A turn with a clock that counts in its player's record (time.md, 11)."""

    player = models.ForeignKey("games.Player", models.CASCADE, related_name="+", db_index=False)
    game = models.ForeignKey("games.Game", models.CASCADE, related_name="+", db_index=False)
    at = models.DateTimeField(help_text="when it ended")
    reply = models.PositiveIntegerField(
        null=True, help_text="seconds of running time it took; empty if it was missed"
    )

    class Meta:
        app_label = "games"
        verbose_name_plural = "kept"
        indexes = (
            models.Index(fields=("player", "at"), name="kept_by_player"),
            # Leagues look for what was missed lately.
            models.Index(fields=("at",), condition=Q(reply=None), name="kept_missed"),
        )

    def __str__(self) -> str:
        return f"{self.player_id} {self.at}: {self.reply}"


class Appeal(models.Model):
    """A player's word against a missed turn of his record, and what the operators made of it."""

    class Answer(models.TextChoices):
        """What holds for good."""

        EXCUSED = "excused"
        """The turn does not count any more."""
        STANDS = "stands"

    turn = models.OneToOneField(Kept, models.CASCADE, primary_key=True, related_name="appeal")
    said = models.CharField(max_length=500, help_text="why it should not count, by its player")
    made_at = models.DateTimeField()
    answer = models.CharField(max_length=8, choices=Answer, blank=True)
    answered_at = models.DateTimeField(null=True)
    answered_by = models.ForeignKey("games.Player", models.PROTECT, null=True, related_name="+")

    class Meta:
        app_label = "games"
        constraints = (
            models.CheckConstraint(
                condition=Q(answer="") ^ Q(answered_at__isnull=False),
                name="appeal_answered_at_a_time",
            ),
        )

    def __str__(self) -> str:
        return f"turn {self.turn_id}: {self.answer or 'open'}"
