"""A row of each glass that was broken: who looked stands in its act."""

from django.db import models


class Glass(models.Model):
    """That somebody may look at a seat, a whole table or a person's pages, or take a record."""

    class Level(models.TextChoices):
        """How much of it."""

        SEAT = "seat"
        STATE = "state"
        PERSON = "person"
        RECORD = "record"

    act = models.OneToOneField("games.Act", models.PROTECT, related_name="glass")
    case_number = models.BigIntegerField(
        null=True, help_text="number of the case it was broken for"
    )
    level = models.CharField(max_length=6, choices=Level)
    game = models.ForeignKey("games.Game", models.CASCADE, null=True, related_name="+")
    seat = models.PositiveSmallIntegerField(null=True)
    holder = models.ForeignKey(
        "games.Player",
        models.SET_NULL,
        null=True,
        related_name="+",
        help_text="who sat there, or whose pages they are",
    )
    since = models.DateTimeField(null=True, help_text="when who sat there sat down")
    session = models.CharField(
        max_length=64, blank=True, help_text="a digest of the session that opened the first page"
    )
    begun_at = models.DateTimeField(null=True, help_text="when the first page was opened")
    until = models.DateTimeField(help_text="before the first page: until when it can be opened")
    extended = models.PositiveSmallIntegerField(default=0)
    ended_at = models.DateTimeField(null=True, help_text="if it ended before that")
    pages = models.PositiveIntegerField(default=0, help_text="how many were opened")
    due_at = models.DateTimeField(help_text="when it is told at the latest")
    put_off = models.PositiveSmallIntegerField(
        default=0, help_text="how often a second person let it be told later"
    )
    told_at = models.DateTimeField(null=True, help_text="when it was written into the record")

    class Meta:
        app_label = "games"
        verbose_name_plural = "glasses"
        indexes = (
            models.Index(
                fields=("due_at",), condition=models.Q(told_at=None), name="glass_to_be_told"
            ),
        )

    def __str__(self) -> str:
        return f"{self.act_id}: {self.level}"
