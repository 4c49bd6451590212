"""Rows and their constraints. What happens to them is decided in `games.services` alone."""

import secrets
import uuid
from datetime import datetime
from typing import TYPE_CHECKING, ClassVar
from urllib.parse import urlsplit

from django.conf import settings
from django.contrib.auth.base_user import AbstractBaseUser, BaseUserManager
from django.contrib.auth.models import PermissionsMixin
from django.contrib.postgres.fields import ArrayField
from django.db import models
from django.db.models import Deferrable, Q
from django.db.models.functions import Lower

from games.clocks.models import Appeal, Kept, Outage, Pulse
from games.orders.models import Orders
from games.substitutes.models import Asked, Offer
from games.talk.models import Mute, Notes, Remark, Report

if TYPE_CHECKING:
    from psycopg.types.range import Range

__all__ = [
    "Appeal",
    "Asked",
    "Entry",
    "Game",
    "Invitation",
    "Kept",
    "Letter",
    "Move",
    "Mute",
    "Notes",
    "Offer",
    "Orders",
    "Outage",
    "Player",
    "Pulse",
    "Remark",
    "Report",
    "Seat",
    "SignIn",
    "new_key",
]

KEY_LETTERS = "abcdefghjkmnpqrstuvwxyz23456789"


def new_key() -> str:
    """Draw the public name of a game: 50 bits, none of the letters that look alike."""
    return "".join(secrets.choice(KEY_LETTERS) for _ in range(10))


class Players(BaseUserManager["Player"]):
    """All people; nobody is made here but in `games.services.accounts`."""


class Player(AbstractBaseUser, PermissionsMixin):
    """A person. The address is the login; there are no passwords."""

    password = None  # type: ignore[assignment]
    email = models.EmailField(max_length=254, unique=True)
    name = models.CharField(max_length=40)
    language = models.CharField(
        max_length=2, choices=settings.LANGUAGES, default=settings.LANGUAGE_CODE
    )
    time_zone = models.CharField(max_length=64, default="UTC")
    quiet = models.CharField(
        max_length=11, blank=True, help_text="quiet hours on his own clock: 22:00-07:00"
    )
    calendar_epoch = models.PositiveIntegerField(default=0)
    is_staff = models.BooleanField(default=False)
    created_at = models.DateTimeField()

    USERNAME_FIELD = "email"
    objects: ClassVar[Players] = Players()

    class Meta:
        constraints = (
            models.CheckConstraint(
                condition=Q(email=Lower("email")), name="player_address_is_lower"
            ),
        )

    def __str__(self) -> str:
        return self.name

    def has_usable_password(self) -> bool:
        """Nobody has one; the admin offers no change of it then."""
        return False


class SignIn(models.Model):
    """A wish to sign in. Its code is derived from the row's name and never stored."""

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    email = models.EmailField(max_length=254)
    language = models.CharField(max_length=2, choices=settings.LANGUAGES)
    next = models.CharField(max_length=500, blank=True)
    origin = models.CharField(max_length=32, help_text="hashed network address, for the limit")
    created_at = models.DateTimeField()
    expires_at = models.DateTimeField()
    tries = models.PositiveSmallIntegerField(default=0)
    used_at = models.DateTimeField(null=True)

    class Meta:
        indexes = (
            models.Index(fields=("email", "created_at"), name="sign_in_by_address"),
            models.Index(fields=("origin", "created_at"), name="sign_in_by_origin"),
        )

    def __str__(self) -> str:
        return str(self.id)


class Game(models.Model):
    """What is being played. `state` is the truth and secret; the moves are its history."""

    class Status(models.TextChoices):
        """Open until it starts; cancelled only before that."""

        OPEN = "open"
        ACTIVE = "active"
        FINISHED = "finished"
        CANCELLED = "cancelled"

    key = models.CharField(max_length=10, unique=True, default=new_key, editable=False)
    ruleset = models.CharField(max_length=40)
    options = models.JSONField(default=dict)
    seats = models.PositiveSmallIntegerField()
    time = models.JSONField(help_text="settings and clocks, see games/clocks/rules/store.py")
    organiser = models.ForeignKey(Player, models.PROTECT, related_name="organised")
    status = models.CharField(max_length=10, choices=Status, default=Status.OPEN)
    join_epoch = models.PositiveIntegerField(default=0)

    state = models.JSONField(null=True)
    ply = models.PositiveIntegerField(default=0)
    to_act = ArrayField(models.PositiveSmallIntegerField(), default=list)
    bot_asked = models.BooleanField(default=False)
    deadline_at = models.DateTimeField(null=True, help_text="the first of all seats")
    remind_at = models.DateTimeField(null=True, help_text="the next reminder of all seats")
    look_at = models.DateTimeField(
        null=True, help_text="when orders of a seat are looked at next; told to nobody"
    )
    alone_at = models.DateTimeField(
        null=True, help_text="when to look whether the table is left alone"
    )
    stuck = models.PositiveSmallIntegerField(
        default=0, help_text="how often sweeps failed here; set aside from the third time on"
    )
    stuck_at = models.DateTimeField(
        null=True, blank=True, help_text="when a sweep last failed here; empty once it moves"
    )
    outcome = models.JSONField(null=True)

    created_at = models.DateTimeField()
    started_at = models.DateTimeField(null=True)
    ended_at = models.DateTimeField(null=True)

    SET_ASIDE = 3
    """After so many failures sweeps leave a game to the operator."""

    # Read with the lock and stored elsewhere, see `games.services.locks`.
    pulse_at: datetime | None
    held_at: datetime | None
    outages: "list[Range[datetime]]"
    ordered: bool
    """Whether a seat here has left orders."""

    class Meta:
        # The sweeps look for these games every few seconds; others must not cost anything.
        indexes = tuple(
            models.Index(
                fields=(field, "id") if field != "id" else ("id",),
                condition=Q(status="active", stuck__lt=3) & extra,
                name=name,
            )
            for field, extra, name in (
                ("deadline_at", Q(deadline_at__isnull=False), "game_deadline"),
                ("remind_at", Q(remind_at__isnull=False), "game_reminder"),
                ("look_at", Q(look_at__isnull=False), "game_look"),
                ("alone_at", Q(alone_at__isnull=False), "game_alone"),
                ("id", Q(bot_asked=True), "game_bot_asked"),
            )
        )
        constraints = (
            models.CheckConstraint(
                condition=~Q(status__in=("active", "finished")) | Q(state__isnull=False),
                name="game_started_has_state",
            ),
        )

    def __str__(self) -> str:
        return self.key


class Seat(models.Model):
    """A place at a table; before the start its number means nothing."""

    game = models.ForeignKey(Game, models.CASCADE, related_name="places")
    number = models.PositiveSmallIntegerField()
    player = models.ForeignKey(Player, models.PROTECT, null=True, related_name="places")
    bot = models.BooleanField(default=False)
    name = models.CharField(max_length=40, blank=True)
    link_epoch = models.PositiveIntegerField(default=0)
    joined_at = models.DateTimeField(null=True)

    class Meta:
        ordering = ("game", "number")
        constraints = (
            # Deferrable, so that one statement may swap numbers when the seats are drawn.
            models.UniqueConstraint(
                fields=("game", "number"),
                name="seat_one_per_number",
                deferrable=Deferrable.IMMEDIATE,
            ),
            models.UniqueConstraint(fields=("game", "player"), name="seat_one_per_player"),
            models.CheckConstraint(
                condition=Q(bot=False) | Q(player__isnull=True),
                name="seat_bot_is_nobody",
            ),
        )

    def __str__(self) -> str:
        return f"{self.name} @{self.number + 1}"

    @property
    def taken(self) -> bool:
        """Tell whether somebody or something sits here."""
        return self.bot or self.player_id is not None


class Invitation(models.Model):
    """An address that was asked to a table. Pending ones keep a seat free."""

    class Status(models.TextChoices):
        """What became of it."""

        PENDING = "pending"
        ACCEPTED = "accepted"
        DECLINED = "declined"
        WITHDRAWN = "withdrawn"

    game = models.ForeignKey(Game, models.CASCADE, related_name="invitations")
    email = models.EmailField(max_length=254)
    status = models.CharField(max_length=10, choices=Status, default=Status.PENDING)
    epoch = models.PositiveIntegerField(default=0)
    sent = models.PositiveSmallIntegerField(default=0)
    created_at = models.DateTimeField()

    class Meta:
        indexes = (models.Index(fields=("email",), name="invitation_by_address"),)
        constraints = (
            models.UniqueConstraint(fields=("game", "email"), name="invitation_one_per_address"),
            models.CheckConstraint(
                condition=Q(email=Lower("email")), name="invitation_address_is_lower"
            ),
        )

    def __str__(self) -> str:
        return f"{self.game_id}: {self.status}"


class Move(models.Model):
    """An accepted move and the facts it led to. Ply 0 is the deal."""

    class By(models.TextChoices):
        """Who made it."""

        DEAL = "deal"
        PLAYER = "player"
        BOT = "bot"
        DEADLINE = "deadline"

    game = models.ForeignKey(Game, models.CASCADE, related_name="moves")
    ply = models.PositiveIntegerField()
    seat = models.PositiveSmallIntegerField(null=True)
    by = models.CharField(max_length=8, choices=By)
    notation = models.CharField(max_length=100, blank=True)
    events = models.JSONField()
    rules_version = models.PositiveSmallIntegerField()
    made_at = models.DateTimeField()

    class Meta:
        ordering = ("game", "ply")
        constraints = (
            models.UniqueConstraint(fields=("game", "ply"), name="move_one_per_ply"),
            models.CheckConstraint(
                condition=Q(by="deal", seat__isnull=True, ply=0)
                | Q(seat__isnull=False, ply__gt=0) & ~Q(by="deal"),
                name="move_only_the_deal_has_no_seat",
            ),
        )

    def __str__(self) -> str:
        return f"{self.game_id} ply {self.ply}"


class Entry(models.Model):
    """A line of a game's record that is no move: what was done about its time or its seats.

    Everybody at the table and every spectator may read it. Its words stand in `games.texts.acts`.
    """

    game = models.ForeignKey(Game, models.CASCADE, related_name="entries")
    ply = models.PositiveIntegerField(help_text="the last one made before it")
    act = models.CharField(max_length=20)
    seat = models.PositiveSmallIntegerField(null=True, help_text="whom it is about")
    said = models.JSONField(default=dict, help_text="what its sentence names")
    made_at = models.DateTimeField()

    class Meta:
        ordering = ("game", "id")
        verbose_name_plural = "entries"

    def __str__(self) -> str:
        return f"{self.game_id} ply {self.ply}: {self.act}"


class Letter(models.Model):
    """The intention to write to somebody. What the letter says is worked out when it is sent."""

    class Kind(models.TextChoices):
        """Why we write; what is said then stands in `games.letters`."""

        SIGN_IN = "sign-in"
        INVITATION = "invitation"
        SEATED = "seated"
        DECLINED = "declined"
        WITHDRAWN = "withdrawn"
        CANCELLED = "cancelled"
        READY = "ready"
        STARTED = "started"
        TURN = "turn"
        REMINDER = "reminder"
        TIMED_OUT = "timed-out"
        ROUND = "round"
        RESULT = "result"
        OUTAGE = "outage"
        NEWS = "news"
        OFFER = "offer"
        REPLACED = "replaced"
        VACATION = "vacation"

    class Status(models.TextChoices):
        """How far it got. Dropped: by the time of sending nobody needed it any more."""

        QUEUED = "queued"
        INFLIGHT = "inflight"
        SENT = "sent"
        FAILED = "failed"
        DROPPED = "dropped"

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    kind = models.CharField(max_length=12, choices=Kind)
    game = models.ForeignKey(Game, models.CASCADE, null=True, related_name="letters")
    seat = models.ForeignKey(Seat, models.CASCADE, null=True, related_name="letters")
    ply = models.PositiveIntegerField(default=0)
    email = models.EmailField(max_length=254, blank=True)
    invitation = models.ForeignKey(Invitation, models.CASCADE, null=True)
    sign_in = models.ForeignKey(SignIn, models.CASCADE, null=True)
    outage = models.ForeignKey(Outage, models.CASCADE, null=True)
    entry = models.ForeignKey(Entry, models.CASCADE, null=True)
    asked = models.ForeignKey(Asked, models.CASCADE, null=True)

    status = models.CharField(max_length=8, choices=Status, default=Status.QUEUED)
    attempts = models.PositiveSmallIntegerField(default=0)
    created_at = models.DateTimeField()
    due_at = models.DateTimeField()
    claimed_at = models.DateTimeField(null=True)
    sent_at = models.DateTimeField(null=True)
    error = models.CharField(max_length=40, blank=True)

    class Meta:
        ordering = ("-created_at",)
        indexes = (
            models.Index(
                fields=("due_at",),
                condition=Q(status__in=("queued", "inflight")),
                name="letter_due",
            ),
        )
        constraints = (
            models.UniqueConstraint(
                fields=("game", "seat", "ply", "kind"),
                # Of reminders a turn may have several; its plan counts them. News are one each of
                # what was done, see below.
                condition=~Q(kind__in=("reminder", "news")),
                name="letter_one_per_reader",
            ),
            models.UniqueConstraint(fields=("outage", "email"), name="letter_one_per_outage"),
            models.UniqueConstraint(fields=("entry", "seat"), name="letter_one_per_entry"),
            models.CheckConstraint(
                condition=Q(seat__isnull=False) ^ ~Q(email=""),
                name="letter_seat_or_address",
            ),
        )

    def __str__(self) -> str:
        return f"{self.kind} {self.id}"

    @property
    def message_id(self) -> str:
        """The same for every attempt, so that a mail client shows a letter sent twice once."""
        return f"<{self.id.hex}@{urlsplit(settings.BASE_URL).hostname}>"
