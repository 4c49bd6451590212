"""Rows of what is laid before the moderators. What was frozen is never changed, only emptied."""

from datetime import timedelta

from django.db import models
from django.db.models import Q


class Kind(models.TextChoices):
    """What a report is about."""

    TALK = "talk"
    NAME = "name"
    STALLING = "stalling"
    COLLUSION = "collusion"
    ACCOUNTS = "accounts"
    INVITATIONS = "invitations"
    MODERATOR = "moderator"


class Case(models.Model):
    """What one person lays before the moderators of another, at one game or at none."""

    class Finding(models.TextChoices):
        """What was found."""

        BREACH = "breach"
        NO_BREACH = "no-breach"
        UNPROVABLE = "unprovable"
        ABUSE = "abuse"
        """Who reported did so against better knowledge."""
        JOINED = "joined"
        """It is decided with another case."""
        LOOKED_AT = "looked-at"
        """Closed when there were no findings yet."""

    reference = models.CharField(max_length=10, unique=True, help_text="which its reporter knows")
    by = models.ForeignKey("games.Player", models.PROTECT, related_name="+")
    about = models.ForeignKey("games.Player", models.PROTECT, related_name="+")
    game = models.ForeignKey("games.Game", models.SET_NULL, null=True, related_name="cases")
    key = models.CharField(max_length=10, blank=True, help_text="of the game, also if it is gone")
    kind = models.CharField(max_length=11, choices=Kind, help_text="of its first report")
    threat = models.BooleanField(default=False, help_text="whether somebody is threatened")
    called = models.CharField(
        max_length=50, blank=True, help_text="as whom its reporter knew the reported"
    )
    made_at = models.DateTimeField()
    version = models.PositiveIntegerField(default=1, help_text="counts with every change")

    question = models.CharField(max_length=500, blank=True, help_text="last put to its reporter")
    asked_at = models.DateTimeField(null=True, help_text="when; empty once he has answered")

    finding = models.CharField(max_length=10, choices=Finding, blank=True)
    decided_at = models.DateTimeField(null=True)
    decided_by = models.ForeignKey("games.Player", models.PROTECT, null=True, related_name="+")
    joined = models.ForeignKey("self", models.PROTECT, null=True, related_name="joins")
    concerned = models.ForeignKey(
        "games.Player", models.PROTECT, null=True, related_name="+",
        help_text="for whom something follows: he alone is told what, and may appeal",
    )  # fmt: skip
    emptied_at = models.DateTimeField(
        null=True, help_text="when what lay in it was emptied; the verdict stays"
    )

    class Meta:
        app_label = "games"
        indexes = (
            models.Index(fields=("made_at",), condition=Q(decided_at=None), name="case_open"),
            models.Index(fields=("by", "-made_at"), name="case_by_reporter"),
            models.Index(fields=("about", "-made_at"), name="case_by_reported"),
        )
        constraints = (
            models.UniqueConstraint(
                fields=("by", "about", "key"), condition=Q(decided_at=None), name="case_open_once"
            ),
            models.CheckConstraint(
                condition=Q(finding="") ^ Q(decided_at__isnull=False), name="case_decided_at_a_time"
            ),
            models.CheckConstraint(
                condition=Q(finding="joined") ^ Q(joined=None), name="case_joined_to_another"
            ),
            models.CheckConstraint(
                condition=Q(concerned=None) | Q(finding__in=("breach", "abuse")),
                name="case_concerns_somebody",
            ),
        )

    APPEALABLE = timedelta(days=14)
    """For so long a decision can be appealed against; then it is final."""
    ANSWERED_WITHIN = timedelta(days=7)
    """For so long a case waits for an answer."""

    def __str__(self) -> str:
        return f"{self.reference}: {self.kind}"


class Report(models.Model):
    """One text that somebody laid before the moderators, with what was to be seen then."""

    case = models.ForeignKey(Case, models.CASCADE, related_name="reports")
    kind = models.CharField(max_length=11, choices=Kind)
    remark = models.ForeignKey("games.Remark", models.SET_NULL, null=True, related_name="reports")
    words = models.TextField(blank=True, help_text="what the reporter says about it")
    frozen = models.JSONField(default=dict, help_text="what everybody could see then")
    enclosed = models.JSONField(
        null=True, help_text="what the reporter's own seat saw, if he chose"
    )
    made_at = models.DateTimeField()
    digest = models.CharField(
        max_length=32, blank=True, help_text="keyed, of what was emptied: a copy can be compared"
    )

    class Meta:
        app_label = "games"
        ordering = ("id",)

    def __str__(self) -> str:
        return f"{self.case_id}: {self.kind}"


class Objection(models.Model):
    """A person's appeal against what was decided about him: one for each, and answered once."""

    class Answer(models.TextChoices):
        """What became of the decision, for good."""

        STANDS = "stands"
        CHANGED = "changed"
        LIFTED = "lifted"

    act = models.OneToOneField(
        "games.Act", models.PROTECT, primary_key=True, related_name="objection",
        help_text="by which it was decided",
    )  # fmt: skip
    by = models.ForeignKey("games.Player", models.PROTECT, related_name="+")
    case = models.OneToOneField(Case, models.PROTECT, null=True, related_name="objection")
    said = models.TextField()
    made_at = models.DateTimeField()
    version = models.PositiveIntegerField(default=1, help_text="counts with every change")
    answer = models.CharField(max_length=8, choices=Answer, blank=True)
    message = models.CharField(max_length=300, blank=True, help_text="a word to who appealed")
    answered_at = models.DateTimeField(null=True)
    answered_by = models.ForeignKey("games.Player", models.PROTECT, null=True, related_name="+")

    class Meta:
        app_label = "games"
        indexes = (
            models.Index(fields=("made_at",), condition=Q(answered_at=None), name="objection_open"),
        )
        constraints = (
            models.CheckConstraint(
                condition=Q(answer="") ^ Q(answered_at__isnull=False),
                name="objection_answered_at_a_time",
            ),
        )

    def __str__(self) -> str:
        return f"{self.act_id}: {self.answer or 'open'}"


class Claim(models.Model):
    """Who looks at a case, or at an appeal, now: one at a time, and each at one thing."""

    by = models.OneToOneField("games.Player", models.CASCADE, primary_key=True, related_name="+")
    case = models.OneToOneField(Case, models.CASCADE, null=True, related_name="claim")
    objection = models.OneToOneField(Objection, models.CASCADE, null=True, related_name="claim")
    touched_at = models.DateTimeField()

    class Meta:
        app_label = "games"
        constraints = (
            models.CheckConstraint(
                condition=Q(case=None) ^ Q(objection=None), name="claim_of_one_thing"
            ),
        )

    LIFE = timedelta(minutes=30)
    """So long after its last touch it holds."""

    def __str__(self) -> str:
        return f"claim of {self.by_id}"
