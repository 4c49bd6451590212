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

from engine.api import Strength
from games.accounts.models import AddressChange, Passkey, Session
from games.cases.models import Case, Claim, Objection, Report
from games.channels.models import Channel, ChannelGame, Sending
from games.cleaning.models import Cleaned
from games.clocks.models import Appeal, Kept, Outage, Position, Pulse
from games.delivery.models import Complaint, Mailbox, MailOutage
from games.glass.models import Glass
from games.leagues.models import (
    Absence,
    Ask,
    Award,
    Bye,
    Director,
    Division,
    Due,
    Entrant,
    Follower,
    League,
    LeagueTable,
    Notice,
    Penalty,
    Place,
    Proposal,
    Rehearsal,
    Reserve,
    Result,
    Round,
    Search,
    Season,
    Sought,
    Standing,
)
from games.limits.models import Spent
from games.log.models import Change, Check, Line, Person
from games.machine.models import Alarm, Attempt, Errand, Fault, Late, Repair, Swept
from games.moderation.models import Act, Role
from games.orders.models import Orders
from games.people.models import Block, Part
from games.practice.models import Practice
from games.ratings.models import Counted, Rating
from games.replay.models import Sealed, Setting
from games.replies.models import RefusedEmail, Reply
from games.sanctions.models import Effect, Sanction
from games.signals.models import Household, Signal, Trace
from games.subscriptions.models import Daily, Refusal, Subscription
from games.substitutes.models import Asked, Offer
from games.talk.models import Mute, Notes, Remark

if TYPE_CHECKING:
    from psycopg.types.range import Range

__all__ = [
    "Absence",
    "Act",
    "AddressChange",
    "Alarm",
    "Appeal",
    "Ask",
    "Asked",
    "Attempt",
    "Award",
    "Block",
    "Bye",
    "Case",
    "Change",
    "Channel",
    "ChannelGame",
    "Check",
    "Claim",
    "Cleaned",
    "Complaint",
    "Counted",
    "Daily",
    "Director",
    "Division",
    "Due",
    "Effect",
    "Entrant",
    "Entry",
    "Errand",
    "Fault",
    "Follower",
    "Game",
    "Glass",
    "Household",
    "Invitation",
    "Kept",
    "Late",
    "League",
    "LeagueTable",
    "Letter",
    "Line",
    "MailOutage",
    "Mailbox",
    "Move",
    "Mute",
    "Notes",
    "Notice",
    "Objection",
    "Offer",
    "Orders",
    "Outage",
    "Part",
    "Passkey",
    "Penalty",
    "Person",
    "Place",
    "Player",
    "Position",
    "Practice",
    "Proposal",
    "Pulse",
    "Rating",
    "Refusal",
    "RefusedEmail",
    "Rehearsal",
    "Remark",
    "Repair",
    "Reply",
    "Report",
    "Reserve",
    "Result",
    "Role",
    "Round",
    "Sanction",
    "Sealed",
    "Search",
    "Season",
    "Seat",
    "Sending",
    "Session",
    "Setting",
    "SignIn",
    "Signal",
    "Sought",
    "Spent",
    "Standing",
    "Subscription",
    "Swept",
    "Trace",
    "Written",
    "new_key",
]

LANGUAGES, FIRST_LANGUAGE = settings.LANGUAGES, settings.LANGUAGE_CODE
KEY_LETTERS = "abcdefghjkmnpqrstuvwxyz23456789"


def new_key() -> str:
    """Draw the public name of a game or a player: 50 bits, none of the letters that look alike."""
    return "".join(secrets.choice(KEY_LETTERS) for _ in range(10))


class Players(BaseUserManager["Player"]):
    """All people; nobody is made here but in `games.services.accounts`."""


class Player(AbstractBaseUser, PermissionsMixin):
    """A person. The address is the login; there are no passwords.

    Who has none (he tries the game out, or had his account deleted) is never written to.
    """

    password = None  # type: ignore[assignment]
    email = models.EmailField(max_length=254, unique=True, null=True)  # noqa: DJ001 - none is none
    key = models.CharField(max_length=10, unique=True, default=new_key, editable=False)
    name = models.CharField(max_length=40, blank=True, help_text="empty until he says one")
    language = models.CharField(
        max_length=2, choices=settings.LANGUAGES, default=settings.LANGUAGE_CODE
    )
    time_zone = models.CharField(max_length=64, default="UTC")
    quiet = models.CharField(
        max_length=11, blank=True, help_text="quiet hours on his own clock: 22:00-07:00"
    )
    discreet = models.BooleanField(
        default=False, help_text="whether his role is kept out of letters"
    )
    calendar_epoch = models.PositiveIntegerField(default=0)
    link_epoch = models.PositiveIntegerField(
        default=0, help_text="of what letters open for him that are about no seat"
    )
    shown = models.JSONField(
        default=dict, help_text="what his page tells to whom, see games/people/rules/shown.py"
    )
    is_staff = models.BooleanField(default=False)
    left_at = models.DateTimeField(
        null=True, help_text="when he had his account deleted; what stays of it is nobody's"
    )
    mail_trouble_at = models.DateTimeField(
        null=True, help_text="since when there is something to tell him of his letters"
    )
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

    def get_short_name(self) -> str:
        """What the admin greets with; else it would be the address."""
        return self.name

    def has_usable_password(self) -> bool:
        """Nobody has one; the admin offers no change of it then."""
        return False


class SignIn(models.Model):
    """A wish to prove an address. Its code is derived from the row's name and never stored."""

    class Purpose(models.TextChoices):
        """What the code is good for, and for nothing else."""

        ENTER = "enter"
        LEAVE = "leave"
        """To have the account deleted."""

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    purpose = models.CharField(max_length=8, choices=Purpose, default=Purpose.ENTER)
    email = models.EmailField(max_length=254)
    language = models.CharField(max_length=2, choices=settings.LANGUAGES)
    next = models.CharField(max_length=500, blank=True)
    once = models.CharField(
        max_length=32, blank=True, help_text="of the form: sent twice, one letter"
    )
    created_at = models.DateTimeField()
    expires_at = models.DateTimeField()
    tries = models.PositiveSmallIntegerField(default=0)
    used_at = models.DateTimeField(null=True)

    class Meta:
        indexes = (models.Index(fields=("email", "created_at"), name="sign_in_by_address"),)

    def __str__(self) -> str:
        return str(self.id)


class Game(models.Model):
    """What is being played. `state` is the truth and secret; the moves are its history."""

    class Status(models.TextChoices):
        """Open until it starts; cancelled only before that, annulled only after it."""

        OPEN = "open"
        ACTIVE = "active"
        FINISHED = "finished"
        CANCELLED = "cancelled"
        ANNULLED = "annulled"
        """Ended without a result, by an act: it counts nowhere."""

    key = models.CharField(max_length=10, unique=True, default=new_key, editable=False)
    name = models.CharField(max_length=40)
    ruleset = models.CharField(max_length=40)
    options = models.JSONField(default=dict)
    seats = models.PositiveSmallIntegerField()
    time = models.JSONField(help_text="settings and clocks, see games/clocks/rules/store.py")
    organiser = models.ForeignKey(Player, models.PROTECT, related_name="organised")
    status = models.CharField(max_length=10, choices=Status, default=Status.OPEN)
    listed = models.BooleanField(
        default=False, help_text="whether it is public: in the lists, for anybody to sit or watch"
    )
    language = models.CharField(
        max_length=2,
        choices=LANGUAGES,
        default=FIRST_LANGUAGE,
        help_text="what is spoken there, as its organiser says",
    )
    join_epoch = models.PositiveIntegerField(default=0)
    terms_epoch = models.PositiveIntegerField(
        default=0, help_text="how often its terms were changed before the start"
    )
    restart_of = models.OneToOneField(
        "self", models.SET_NULL, null=True, related_name="restart", editable=False
    )
    rematch_of = models.ForeignKey(
        "self", models.SET_NULL, null=True, related_name="rematches", editable=False
    )

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
    commitment = models.CharField(
        max_length=64,
        blank=True,
        default="",
        editable=False,
        help_text="the hash of its secret, told from the start; empty for games dealt before 0.2.0",
    )

    created_at = models.DateTimeField()
    started_at = models.DateTimeField(null=True)
    ended_at = models.DateTimeField(null=True)
    covered_until = models.DateTimeField(
        null=True, help_text="until then the secrets of one that was annulled as it ran stay so"
    )
    closed = models.BooleanField(
        default=False,
        editable=False,
        help_text="whether it is for its seats alone, since other tables yet play the same deal",
    )

    OVER = (Status.FINISHED, Status.ANNULLED)
    BEGUN = (Status.ACTIVE, *OVER)
    SET_ASIDE = 3
    """After so many failures sweeps leave a game to the operator."""

    # Read with the lock and stored elsewhere, see `games.services.locks`.
    pulse_at: datetime | None
    held_at: datetime | None
    held_whole: bool
    """Whether moves are held too, not the clocks alone."""
    outages: "list[Range[datetime]]"
    holds: "list[Range[datetime]]"
    ordered: bool
    """Whether a seat here has left orders."""

    class Meta:
        # The sweeps look for these games every few seconds; others must not cost anything.
        indexes = (
            *(
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
            ),
            # Of all games few are public, and of those the lists show who fills or runs.
            models.Index(
                fields=("status", "-created_at"),
                condition=Q(listed=True, status__in=("open", "active")),
                name="game_listed",
            ),
            # Of all games few have a deal that other tables yet play.
            models.Index(fields=("id",), condition=Q(closed=True), name="game_closed"),
            # Leagues look for those that ended lately.
            models.Index(
                fields=("ended_at",), condition=Q(ended_at__isnull=False), name="game_ended"
            ),
        )
        constraints = (
            models.CheckConstraint(
                condition=~Q(status__in=("active", "finished", "annulled"))
                | Q(state__isnull=False),
                name="game_started_has_state",
            ),
            models.CheckConstraint(condition=~Q(name=""), name="game_has_a_name"),
            models.UniqueConstraint(
                fields=("rematch_of",),
                condition=~Q(status="cancelled"),
                name="game_one_rematch",
            ),
        )

    def __str__(self) -> str:
        return self.key

    @property
    def terms(self) -> dict[str, object]:
        """What is agreed upon by who sits down."""
        return {"seats": self.seats, "options": self.options, "time": self.time["settings"]}


class Seat(models.Model):
    """A place at a table; before the start its number means nothing."""

    game = models.ForeignKey(Game, models.CASCADE, related_name="places")
    number = models.PositiveSmallIntegerField()
    player = models.ForeignKey(Player, models.PROTECT, null=True, related_name="places")
    bot = models.BooleanField(default=False)
    strength = models.CharField(
        max_length=6,
        choices=[(each.value, each.value) for each in Strength],
        blank=True,
        help_text="of a bot; empty plays as well as bots can",
    )
    name = models.CharField(max_length=40, blank=True)
    link_epoch = models.PositiveIntegerField(default=0)
    here_at = models.DateTimeField(
        null=True, help_text="when its player last did something on the page of his table"
    )
    joined_at = models.DateTimeField(null=True)
    ended_at = models.DateTimeField(null=True, help_text="its game's, told here too")
    # Somebody may have ended thousands of games: his running ones must be found without them.

    class Meta:
        ordering = ("game", "number")
        indexes = (
            models.Index(
                fields=("player",), condition=Q(ended_at__isnull=True), name="seat_of_running"
            ),
            models.Index(
                fields=("player", "-ended_at"),
                condition=Q(ended_at__isnull=False),
                name="seat_of_ended",
            ),
        )
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
            models.CheckConstraint(
                condition=Q(bot=True) | Q(strength=""), name="seat_only_bots_have_a_strength"
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
        LAPSED = "lapsed"

    game = models.ForeignKey(Game, models.CASCADE, related_name="invitations")
    email = models.EmailField(max_length=254)
    called = models.CharField(
        max_length=50,
        blank=True,
        help_text="his name, where the organiser never wrote his address and is not to read it",
    )
    status = models.CharField(max_length=10, choices=Status, default=Status.PENDING)
    epoch = models.PositiveIntegerField(default=0)
    sent = models.PositiveSmallIntegerField(default=0)
    created_at = models.DateTimeField()
    message = models.TextField(blank=True, help_text="the organiser's own words, plain text")
    language = models.CharField(
        max_length=2,
        choices=settings.LANGUAGES,
        blank=True,
        help_text="of letters to who is unknown here",
    )
    reply_by = models.DateTimeField(null=True, help_text="after that it lapses")
    seat_epoch = models.PositiveIntegerField(
        null=True, help_text="of the links of the seat that was taken by it"
    )

    class Meta:
        indexes = (
            models.Index(fields=("email",), name="invitation_by_address"),
            models.Index(
                fields=("reply_by",),
                condition=Q(status="pending", reply_by__isnull=False),
                name="invitation_reply_by",
            ),
        )
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
        FORCED = "forced"
        """The default move, at somebody's word and not because time was over."""
        BACK = "back"
        """Nobody's: the game was taken back, or a round dealt again."""

    FORCED = (By.DEADLINE, By.FORCED)
    """By what a default move is made."""

    game = models.ForeignKey(Game, models.CASCADE, related_name="moves")
    ply = models.PositiveIntegerField()
    seat = models.PositiveSmallIntegerField(null=True)
    by = models.CharField(max_length=8, choices=By)
    notation = models.CharField(max_length=100, blank=True)
    events = models.JSONField()
    rules_version = models.PositiveSmallIntegerField()
    banks = ArrayField(
        models.PositiveIntegerField(),
        null=True,
        help_text="seconds that each seat had saved then; none without banks",
    )
    made_at = models.DateTimeField()

    class Meta:
        ordering = ("game", "ply")
        constraints = (
            models.UniqueConstraint(fields=("game", "ply"), name="move_one_per_ply"),
            models.CheckConstraint(
                condition=Q(by="deal", seat__isnull=True, ply=0)
                | Q(by="back", seat__isnull=True, ply__gt=0)
                | Q(seat__isnull=False, ply__gt=0) & ~Q(by__in=("deal", "back")),
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
        indexes = (
            # Leagues look for who is away for long.
            models.Index(
                fields=("made_at",),
                condition=Q(act__in=("announced", "came-home", "stays")),
                name="entry_of_absence",
            ),
        )

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
        LAPSED = "lapsed"
        TERMS = "terms"
        CANCELLED = "cancelled"
        READY = "ready"
        STARTED = "started"
        TURN = "turn"
        REMINDER = "reminder"
        DIGEST = "digest"
        TIMED_OUT = "timed-out"
        ROUND = "round"
        RESULT = "result"
        OUTAGE = "outage"
        HELD = "held"
        EXTENDED = "extended"
        """An act moved deadlines in many games."""
        NEWS = "news"
        OFFER = "offer"
        REPLACED = "replaced"
        VACATION = "vacation"
        OLD_ADDRESS = "old-address"
        NEW_ADDRESS = "new-address"
        DELETION = "deletion"
        PASSKEY = "passkey"
        HOUSEHOLD = "household"
        REACH = "reach"
        """Do letters arrive at this address?"""
        RECOVERED = "recovered"
        """An account came to another address, since its mailbox was lost."""
        LINKS = "links"
        """Older links to the seat open nothing any more."""
        QUESTION = "question"
        """To who reported something, from who looks at it."""
        VERDICT = "verdict"
        APPEAL = "appeal"
        """What became of it."""
        GLASS = "glass"
        """To who sat there once: a moderator looked at hidden cards."""
        SANCTION = "sanction"
        LIFTED = "lifted"
        """A sanction ended early."""
        LEAGUE = "league"
        """What happens in a league."""
        LEAGUE_ASK = "league-ask"
        """A league waits for its reader."""
        REPLY = "reply"
        """What became of what he wrote back."""
        CHANNEL = "channel"
        """One of his channels was switched off."""

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
    change = models.ForeignKey(AddressChange, models.CASCADE, null=True)
    case = models.ForeignKey(Case, models.CASCADE, null=True)
    objection = models.ForeignKey(Objection, models.CASCADE, null=True)
    act = models.ForeignKey("games.Act", models.CASCADE, null=True, db_index=False)
    sanction = models.ForeignKey(Sanction, models.CASCADE, null=True, related_name="letters")
    notice = models.OneToOneField(Notice, models.CASCADE, null=True)
    reply = models.OneToOneField(Reply, models.SET_NULL, null=True)
    before = models.JSONField(
        null=True, help_text="the terms of the table that held when it was posted, if they changed"
    )

    status = models.CharField(max_length=8, choices=Status, default=Status.QUEUED)
    attempts = models.PositiveSmallIntegerField(default=0)
    created_at = models.DateTimeField()
    due_at = models.DateTimeField()
    first_due_at = models.DateTimeField(
        null=True, help_text="when it was due before its first attempt"
    )
    claimed_at = models.DateTimeField(null=True)
    sent_at = models.DateTimeField(null=True)
    seen_at = models.DateTimeField(
        null=True, help_text="when it was first held back, its reader being at his table"
    )
    error = models.CharField(max_length=40, blank=True)
    heard = models.CharField(
        max_length=10,
        blank=True,
        default="",
        db_default="",
        help_text="what was heard of it since it left, see games/delivery/rules/news.py",
    )
    heard_at = models.DateTimeField(null=True, help_text="when that happened")
    heeded = models.BooleanField(
        default=True, db_default=True, help_text="whether what follows from that is done"
    )
    whom = models.CharField(
        max_length=8,
        blank=True,
        default="",
        db_default="",
        help_text="until then, a mark of the address that it is about, see games/links.py",
    )

    # Read with the row where it is about to leave, see `games.services.reading`.
    moved: bool
    """Whether its seat has moved since."""
    moved_at: datetime | None
    """When its player last moved there on a page, not by email."""
    later: list[str]
    """The kinds of later letters to its seat."""
    addressee: "Player | None"
    """Whose address it goes to, if it goes to no seat."""

    class Meta:
        ordering = ("-created_at",)
        indexes = (
            models.Index(
                fields=("due_at",),
                condition=Q(status__in=("queued", "inflight")),
                name="letter_due",
            ),
            models.Index(fields=("created_at",), name="letter_by_age"),
            # Of millions operators look for those of a kind, those that failed, those of somebody.
            models.Index(fields=("kind", "-created_at"), name="letter_by_kind"),
            models.Index(
                fields=("-created_at",), condition=Q(status="failed"), name="letter_failed"
            ),
            models.Index(
                fields=("error", "-created_at"), condition=~Q(error=""), name="letter_by_error"
            ),
            models.Index(fields=("email",), condition=~Q(email=""), name="letter_by_address"),
            models.Index(fields=("heard_at",), condition=Q(heeded=False), name="letter_unheeded"),
        )
        constraints = (
            models.UniqueConstraint(
                fields=("game", "seat", "ply", "kind"),
                # Of reminders a turn may have several; its plan counts them. News are one each of
                # what was done, see below. Links may be renewed again at once, and each reply is
                # answered.
                condition=~Q(kind__in=("reminder", "news", "links", "reply")),
                name="letter_one_per_reader",
            ),
            models.UniqueConstraint(fields=("outage", "email"), name="letter_one_per_outage"),
            models.UniqueConstraint(fields=("entry", "seat"), name="letter_one_per_entry"),
            models.UniqueConstraint(
                fields=("act", "email"), condition=Q(act__isnull=False), name="letter_one_per_act"
            ),
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
        return f"<mail.{self.id}@{urlsplit(settings.BASE_URL).hostname}>"


class Written(models.Model):
    """A letter as it was written down, kept from before it leaves until it surely arrived.

    If nobody knows whether it left (its worker died, the line broke), this leaves again, byte by
    byte: what a letter shows is fixed. It holds secrets and links, so no page and no list shows it.
    """

    # It goes with its letter in the database itself: who deletes letters cannot know of one that a
    # worker keeps at that moment.
    letter = models.OneToOneField(
        Letter, models.DO_NOTHING, primary_key=True, related_name="written"
    )
    to = models.EmailField(max_length=254)
    subject = models.TextField()
    headers = models.JSONField(help_text="names and values, in their order")
    text = models.TextField()
    html = models.TextField()
    maze = models.BinaryField()
    hand = models.BinaryField()

    def __str__(self) -> str:
        return str(self.letter_id)
