"""Rows of what ties accounts to each other."""

from django.db import models
from django.db.models import F, Q
from django.db.models.functions import Greatest, Least


class Household(models.Model):
    """Two who say that they live together: a wish until both said so, and kept a while after.

    While its row is there it bars; cleaning removes it 180 days after its end.
    """

    by = models.ForeignKey("games.Player", models.CASCADE, related_name="+")
    whom = models.ForeignKey(
        "games.Player", models.CASCADE, null=True, related_name="+", help_text="once he agreed"
    )
    email = models.EmailField(max_length=254, blank=True, help_text="who is asked, until he agrees")
    made_at = models.DateTimeField()
    agreed_at = models.DateTimeField(null=True)
    ended_at = models.DateTimeField(null=True)

    class Meta:
        app_label = "games"
        indexes = (
            models.Index(fields=("email",), condition=~Q(email=""), name="household_by_address"),
        )
        constraints = (
            models.CheckConstraint(
                condition=Q(whom=None, agreed_at=None, ended_at=None) & ~Q(email="")
                | Q(whom__isnull=False, agreed_at__isnull=False, email=""),
                name="household_is_asked_or_agreed",
            ),
            models.CheckConstraint(condition=~Q(by=F("whom")), name="household_takes_two"),
            models.UniqueConstraint(
                fields=("by", "email"), condition=~Q(email=""), name="household_asked_once"
            ),
            models.UniqueConstraint(
                Least("by", "whom"),
                Greatest("by", "whom"),
                condition=Q(whom__isnull=False, ended_at=None),
                name="household_runs_once",
            ),
        )

    def __str__(self) -> str:
        return f"{self.by_id} and {self.whom_id or 'who is asked'}"


class Trace(models.Model):
    """By which browser and network somebody came on a day: no address can be read of it."""

    player = models.ForeignKey("games.Player", models.CASCADE, related_name="+", db_index=False)
    day = models.DateField()
    device = models.CharField(max_length=32, help_text="a keyed digest of a browser's mark")
    network = models.CharField(max_length=32, help_text="a keyed digest")

    class Meta:
        app_label = "games"
        indexes = (models.Index(fields=("day",), name="trace_by_day"),)
        constraints = (
            models.UniqueConstraint(
                fields=("player", "day", "device", "network"), name="trace_one_a_day"
            ),
        )

    def __str__(self) -> str:
        return f"{self.player_id} {self.day}"


class Signal(models.Model):
    """That two accounts may be one person's: evidence for moderators, which starts nothing."""

    class State(models.TextChoices):
        """What moderators made of it."""

        NEW = "new"
        SEEN = "seen"
        DISMISSED = "dismissed"
        CASE = "case"
        """It lies in a case, and stays."""

    key = models.CharField(max_length=10, unique=True, editable=False)
    one = models.ForeignKey("games.Player", models.CASCADE, related_name="+")
    other = models.ForeignKey("games.Player", models.CASCADE, related_name="+")
    numbers = models.JSONField(help_text="by kind of sign")
    against = models.JSONField(help_text="what speaks against it")
    digest = models.CharField(max_length=64, help_text="of what it was worked out of")
    since = models.DateField(help_text="the first day of its span")
    found_at = models.DateTimeField(help_text="when it was found first")
    at = models.DateTimeField(help_text="when it was found last")
    state = models.CharField(max_length=9, choices=State, default=State.NEW)
    dismissed_at = models.DateTimeField(null=True)
    case = models.ForeignKey(
        "games.Case", models.PROTECT, null=True, related_name="signals",
        help_text="in which it lies, as it was found then",
    )  # fmt: skip

    class Meta:
        app_label = "games"
        constraints = (
            models.UniqueConstraint(fields=("one", "other"), name="signal_one_of_a_pair"),
            models.CheckConstraint(condition=Q(one__lt=F("other")), name="signal_in_order"),
            models.CheckConstraint(
                condition=Q(state="case") ^ Q(case=None), name="signal_lies_in_a_case"
            ),
        )

    def __str__(self) -> str:
        return self.key
