"""Rows of channels and of what goes out by them. Where one lies only its owner knows."""

import uuid

from django.db import models
from django.db.models import Q

from games.channels.rules.messages import KINDS
from games.subscriptions.rules import Choice


class Channel(models.Model):
    """A further way by which a player is told of his tables."""

    class Off(models.TextChoices):
        """Why it is switched off."""

        OWNER = "owner"
        SHUT = "shut"
        """Its server said that nobody listens there, or not to us."""
        SILENT = "silent"
        """It took nothing for days."""
        LINKS = "links"
        """Its owner had all his links end."""

    player = models.ForeignKey("games.Player", models.CASCADE, related_name="channels")
    kind = models.CharField(max_length=8, choices=[(kind, kind) for kind in KINDS])
    name = models.CharField(max_length=40)
    url = models.CharField(max_length=500)
    secret = models.CharField(max_length=60, blank=True, help_text="by which a webhook is signed")
    turns = models.BooleanField(default=True)
    news = models.BooleanField(default=True)
    reminders = models.BooleanField(default=True)
    every_game = models.BooleanField(default=True, help_text="or only those that are named")
    made_at = models.DateTimeField()
    told_at = models.DateTimeField(null=True, help_text="when it last took a message")
    failing_since = models.DateTimeField(null=True)
    fault = models.CharField(max_length=12, blank=True, help_text="what was last the matter")
    off = models.CharField(max_length=8, choices=Off, blank=True, help_text="empty while it is on")

    class Meta:
        app_label = "games"
        constraints = (models.UniqueConstraint(fields=("player", "url"), name="channel_once"),)

    def __str__(self) -> str:
        return f"channel {self.pk}"

    @property
    def choice(self) -> Choice:
        """What is told by it."""
        return Choice(turns=self.turns, news=self.news, reminders=self.reminders)


class ChannelGame(models.Model):
    """A game that a channel tells of, where it does not tell of every one."""

    channel = models.ForeignKey(Channel, models.CASCADE, related_name="games")
    game = models.ForeignKey("games.Game", models.CASCADE, related_name="+")

    class Meta:
        app_label = "games"
        constraints = (models.UniqueConstraint(fields=("channel", "game"), name="channel_game"),)

    def __str__(self) -> str:
        return f"{self.channel_id}: {self.game_id}"


class Sending(models.Model):
    """A letter's intention on its way by a channel, or a trial. Its words are found as it goes."""

    class Status(models.TextChoices):
        """How far it got. Dropped: by then nobody needed it any more."""

        QUEUED = "queued"
        INFLIGHT = "inflight"
        SENT = "sent"
        FAILED = "failed"
        DROPPED = "dropped"

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    channel = models.ForeignKey(Channel, models.CASCADE, related_name="sendings")
    # It goes with its letter in the database itself, as what is written does.
    letter = models.ForeignKey(
        "games.Letter",
        models.DO_NOTHING,
        null=True,
        related_name="+",
        db_index=False,
        help_text="none: a trial",
    )
    status = models.CharField(max_length=8, choices=Status, default=Status.QUEUED)
    attempts = models.PositiveSmallIntegerField(default=0)
    created_at = models.DateTimeField()
    due_at = models.DateTimeField(help_text="or, while it is on its way, the end of its lease")
    sent_at = models.DateTimeField(null=True)
    error = models.CharField(max_length=12, blank=True)

    class Meta:
        app_label = "games"
        indexes = (
            models.Index(
                fields=("due_at",),
                condition=Q(status__in=("queued", "inflight")),
                name="sending_due",
            ),
            models.Index(fields=("created_at",), name="sending_by_age"),
        )
        constraints = (models.UniqueConstraint(fields=("letter", "channel"), name="sending_once"),)

    def __str__(self) -> str:
        return f"sending {self.id}"
