"""Rows of sanctions. They end by the clock: nobody has to do anything for that."""

import uuid

from django.db import models
from django.db.models import F, Q

from games.sanctions.rules import ENDLESS, Kind

LASTING = [kind.value for kind in Kind if kind in ENDLESS or kind is Kind.BAN]
KINDS = [(kind.value, kind.value) for kind in Kind]


class Sanction(models.Model):
    """What somebody may not do, from a beginning to an end; of one kind the later end holds."""

    # Drawn by chance: shown to him, it tells neither an order nor how many there are.
    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    player = models.ForeignKey("games.Player", models.PROTECT, related_name="sanctions")
    kind = models.CharField(max_length=12, choices=KINDS)
    begun_at = models.DateTimeField()
    until = models.DateTimeField(null=True, help_text="empty: without end")
    ended_at = models.DateTimeField(null=True, help_text="when it was lifted")
    reference = models.CharField(max_length=4, blank=True, help_text="of the act that gave it")
    why = models.CharField(max_length=12, help_text="the reason that he is told, by its name")
    message = models.CharField(max_length=300, blank=True, help_text="a word to him")
    note = models.CharField(max_length=500, blank=True, help_text="for moderators alone")
    shown = models.BooleanField(default=True, help_text="whether he is told; a note need not be")
    game = models.ForeignKey(
        "games.Game", models.SET_NULL, null=True, related_name="+", help_text="of a removed seat"
    )
    remark = models.ForeignKey(
        "games.Remark", models.SET_NULL, null=True, related_name="+", help_text="that is hidden"
    )
    was = models.CharField(max_length=40, blank=True, help_text="what he was called")
    became = models.CharField(max_length=40, blank=True, help_text="what he was called then")
    case_number = models.BigIntegerField(null=True, help_text="in which it was decided")
    by = models.ForeignKey("games.Player", models.PROTECT, related_name="+")
    by_host = models.BooleanField(default=False)
    seats_removed = models.BooleanField(
        default=False, help_text="of a ban: whether he lost the seats that he had"
    )

    class Meta:
        app_label = "games"
        indexes = (
            models.Index(
                fields=("player",), condition=Q(ended_at=None), name="sanction_not_lifted"
            ),
        )
        constraints = (
            models.CheckConstraint(
                condition=Q(until=None) | Q(until__gt=F("begun_at")), name="sanction_lasts"
            ),
            models.CheckConstraint(
                condition=Q(until__isnull=False) | Q(kind__in=LASTING),
                name="sanction_ends",
            ),
            models.CheckConstraint(
                condition=Q(ended_at=None) | Q(ended_at__gte=F("begun_at")),
                name="sanction_is_lifted_after_it_began",
            ),
            models.CheckConstraint(
                condition=Q(shown=True) | Q(kind=Kind.NOTE.value), name="sanction_is_shown"
            ),
        )

    def __str__(self) -> str:
        return f"{self.player_id}: {self.kind}"


class Effect(models.Model):
    """A table that a sanction changes. Which those are is fixed when it is given."""

    sanction = models.ForeignKey(Sanction, models.CASCADE, related_name="effects")
    game = models.ForeignKey("games.Game", models.CASCADE, related_name="+")
    done_at = models.DateTimeField(null=True)

    class Meta:
        app_label = "games"
        indexes = (
            models.Index(fields=("id",), condition=Q(done_at=None), name="effect_to_be_done"),
        )
        constraints = (
            models.UniqueConstraint(fields=("sanction", "game"), name="effect_once_per_game"),
        )

    def __str__(self) -> str:
        return f"{self.sanction_id}: {self.game_id}"
