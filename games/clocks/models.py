"""Rows of the service's own time: its last sign of life, and when it was down."""

from django.db import models
from django.db.models import F, Q


class Pulse(models.Model):
    """The one row that every sweep touches before it lets time run out."""

    last_at = models.DateTimeField()
    held_at = models.DateTimeField(
        null=True, help_text="since when the operators hold the whole service"
    )
    reason = models.CharField(max_length=200, blank=True, help_text="why; every player reads it")

    class Meta:
        app_label = "games"
        constraints = (models.CheckConstraint(condition=Q(id=1), name="pulse_is_one"),)

    def __str__(self) -> str:
        return f"last sign of life {self.last_at}"


class Outage(models.Model):
    """A time in which nothing was swept. What fell due in it moves by its length."""

    begun_at = models.DateTimeField()
    ended_at = models.DateTimeField()
    worked_at = models.DateTimeField(
        null=True, help_text="when all deadlines were moved; empty while some may still lie there"
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
