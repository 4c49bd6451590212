"""Rows of moderation: who holds which role, what was done or asked for, what was refused."""

from datetime import timedelta

from django.contrib.postgres.fields import ArrayField
from django.db import models
from django.db.models import F, Q


class Role(models.Model):
    """What somebody is beside a player, from a beginning to an end. Rows are never taken back."""

    class Kind(models.TextChoices):
        """Which; a director's will name his leagues."""

        MODERATOR = "moderator"
        HOST = "host"

    player = models.ForeignKey("games.Player", models.PROTECT, related_name="roles")
    kind = models.CharField(max_length=10, choices=Kind)
    begun_at = models.DateTimeField()
    ended_at = models.DateTimeField(null=True)

    class Meta:
        app_label = "games"
        constraints = (
            models.UniqueConstraint(
                fields=("player", "kind"), condition=Q(ended_at=None), name="role_runs_once"
            ),
            models.CheckConstraint(
                condition=Q(ended_at=None) | Q(ended_at__gte=F("begun_at")),
                name="role_ends_after_it_began",
            ),
        )

    def __str__(self) -> str:
        return f"{self.player_id}: {self.kind}"


class Act(models.Model):
    """Something that was done by the frame of acts, or waits for a second person."""

    class Stage(models.TextChoices):
        """How far it got. One that waits too long is void without anybody's doing."""

        ASKED = "asked"
        DONE = "done"
        REFUSED = "refused"
        VOID = "void"
        """Nobody answered in time."""

    key = models.CharField(max_length=20, help_text="a row of the matrix")
    reference = models.CharField(max_length=4, unique=True, help_text="by which it is told")
    nonce = models.CharField(max_length=32, unique=True, help_text="of its confirmation")
    target = models.CharField(max_length=40, help_text="the name of what it is about")
    game = models.ForeignKey("games.Game", models.SET_NULL, null=True, related_name="acts")
    actor = models.ForeignKey("games.Player", models.PROTECT, related_name="+")
    role = models.CharField(max_length=10, help_text="by which he did it")
    relation = models.CharField(max_length=1)
    asked = models.JSONField(help_text="what was typed into its form")
    digest = models.CharField(max_length=64, help_text="of the preview that was confirmed")
    stage = models.CharField(max_length=8, choices=Stage)
    paused = models.BooleanField(
        default=False, help_text="whether the game was paused for it while it waits"
    )
    made_at = models.DateTimeField(help_text="when it was confirmed first")
    done_at = models.DateTimeField(null=True, help_text="when it was done, or refused")
    second = models.ForeignKey("games.Player", models.PROTECT, null=True, related_name="+")
    agreed = ArrayField(
        models.BigIntegerField(), default=list, help_text="whom of the table, where it takes all"
    )
    alone = models.BooleanField(
        default=False, help_text="whether it asked for a second person and there was none"
    )

    class Meta:
        app_label = "games"
        indexes = (
            models.Index(fields=("actor", "-made_at"), name="act_by_actor"),
            models.Index(fields=("key", "target", "-made_at"), name="act_by_target"),
            models.Index(
                fields=("made_at",), condition=Q(stage="asked"), name="act_waits_for_a_second"
            ),
        )
        constraints = (
            models.CheckConstraint(
                condition=Q(stage="asked") ^ Q(done_at__isnull=False), name="act_ends_at_a_time"
            ),
        )

    LIFE = timedelta(hours=72)
    """For so long it waits for a second person."""

    def __str__(self) -> str:
        return f"{self.reference}: {self.key} {self.target}"
