"""Rows of the machine room."""

from django.contrib.postgres.fields import ArrayField
from django.db import models
from django.db.models import Q


class Attempt(models.Model):
    """A sweep is at a game, or was when it died: written before it tries, gone when that ends."""

    game = models.OneToOneField("games.Game", models.CASCADE, primary_key=True, related_name="+")
    tries = models.PositiveSmallIntegerField(default=1)
    at = models.DateTimeField(help_text="when the last one began that was counted")

    class Meta:
        app_label = "games"

    def __str__(self) -> str:
        return f"{self.game_id}: {self.tries}"


class Fault(models.Model):
    """Something that went wrong with a game: its class and its place, never its words."""

    fingerprint = models.CharField(max_length=12, primary_key=True)
    kind = models.CharField(max_length=80)
    place = models.CharField(max_length=200)
    first_at = models.DateTimeField()
    last_at = models.DateTimeField()
    count = models.PositiveIntegerField(default=1)

    class Meta:
        app_label = "games"

    def __str__(self) -> str:
        return f"{self.kind} at {self.place}"


class Repair(models.Model):
    """A game was set aside, from a beginning to an end."""

    game = models.ForeignKey("games.Game", models.CASCADE, related_name="repairs")
    fault = models.ForeignKey(Fault, models.PROTECT, null=True, related_name="+")
    begun_at = models.DateTimeField()
    ended_at = models.DateTimeField(null=True)

    class Meta:
        app_label = "games"
        constraints = (
            models.UniqueConstraint(
                fields=("game",), condition=Q(ended_at=None), name="repair_one_at_a_time"
            ),
        )

    def __str__(self) -> str:
        return f"{self.game_id} since {self.begun_at}"


class Errand(models.Model):
    """What an act on many games has still to do to one of them, or has done.

    Which games it is about is fixed with the act, so each is reached once, whatever is killed.
    """

    act = models.ForeignKey("games.Act", models.CASCADE, related_name="errands", db_index=False)
    game = models.ForeignKey("games.Game", models.CASCADE, related_name="+")
    done_at = models.DateTimeField(null=True)
    seats = ArrayField(
        models.PositiveSmallIntegerField(), default=list, help_text="whose deadlines it moved"
    )
    told = models.BooleanField(
        default=False, help_text="whether all of the act are done and their letters posted"
    )

    class Meta:
        app_label = "games"
        constraints = (models.UniqueConstraint(fields=("act", "game"), name="errand_one_per_game"),)
        indexes = (
            models.Index(fields=("act", "id"), condition=Q(told=False), name="errand_under_way"),
        )

    def __str__(self) -> str:
        return f"{self.act_id}: {self.game_id}"


class Swept(models.Model):
    """When a sweep ran last, and what it did then."""

    name = models.CharField(max_length=20, primary_key=True)
    ran_at = models.DateTimeField()
    count = models.PositiveIntegerField(help_text="how much it did in that run")

    class Meta:
        app_label = "games"

    def __str__(self) -> str:
        return f"{self.name}: {self.count} at {self.ran_at}"


class Late(models.Model):
    """How late a sweep did one thing; of which game is not said."""

    name = models.CharField(max_length=20, help_text="what was swept")
    at = models.DateTimeField(help_text="when it was done")
    late = models.DurationField()

    class Meta:
        app_label = "games"
        indexes = (models.Index(fields=("at",), name="late_by_time"),)

    def __str__(self) -> str:
        return f"{self.name}: {self.late}"


class Alarm(models.Model):
    """Something runs late, or a chain is broken: the hosts were told, once until it is over."""

    kind = models.CharField(max_length=20, primary_key=True)
    begun_at = models.DateTimeField()
    told = models.BooleanField(default=False, help_text="whether that could be mailed")

    class Meta:
        app_label = "games"

    def __str__(self) -> str:
        return f"{self.kind} since {self.begun_at}"
