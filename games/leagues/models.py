"""Rows of leagues and their constraints. What happens to them is decided in their services."""

from django.conf import settings
from django.contrib.postgres.fields import ArrayField
from django.db import models
from django.db.models import Q


class League(models.Model):
    """A club's rules and its history, season after season."""

    key = models.CharField(max_length=10, unique=True, editable=False)
    name = models.CharField(max_length=30, unique=True)
    language = models.CharField(max_length=2, choices=settings.LANGUAGES)
    terms = models.JSONField(
        default=dict, help_text="what its next season starts from, see games/leagues/rules/terms.py"
    )
    created_at = models.DateTimeField()
    retired_at = models.DateTimeField(null=True, help_text="its history stays")

    class Meta:
        app_label = "games"
        constraints = (models.CheckConstraint(condition=~Q(name=""), name="league_has_a_name"),)

    def __str__(self) -> str:
        return self.name


class Director(models.Model):
    """Who directs a league, from a beginning to an end; his rights come from this row alone."""

    league = models.ForeignKey(League, models.CASCADE, related_name="directors")
    player = models.ForeignKey("games.Player", models.PROTECT, related_name="directs")
    begun_at = models.DateTimeField()
    ended_at = models.DateTimeField(null=True)

    class Meta:
        app_label = "games"
        constraints = (
            models.UniqueConstraint(
                fields=("league", "player"), condition=Q(ended_at=None), name="director_once"
            ),
        )

    def __str__(self) -> str:
        return f"{self.player_id} of {self.league_id}"


class Follower(models.Model):
    """Who wants to be told when something begins in a league."""

    league = models.ForeignKey(League, models.CASCADE, related_name="followers")
    player = models.ForeignKey("games.Player", models.CASCADE, related_name="follows")
    since = models.DateTimeField()

    class Meta:
        app_label = "games"
        constraints = (models.UniqueConstraint(fields=("league", "player"), name="follower_once"),)

    def __str__(self) -> str:
        return f"{self.player_id} of {self.league_id}"


class Season(models.Model):
    """One run of a league. Whoever changes anything of it holds this row."""

    class Status(models.TextChoices):
        """How far it got; it may stand still besides."""

        DRAFT = "draft"
        ANNOUNCED = "announced"
        REGISTRATION = "registration"
        PREPARED = "prepared"
        RUNNING = "running"
        COUNTING = "counting"
        FINAL = "final"
        CLOSED = "closed"
        CANCELLED = "cancelled"

    league = models.ForeignKey(League, models.CASCADE, related_name="seasons")
    number = models.PositiveIntegerField()
    status = models.CharField(max_length=12, choices=Status, default=Status.DRAFT)
    terms = models.JSONField(help_text="its rules, frozen once it is announced")
    draft = models.JSONField(
        default=dict, help_text="who goes to which division and why, see services/arranging.py"
    )
    secret = models.CharField(max_length=64, help_text="of the lot; told when it is final")
    commitment = models.CharField(max_length=64, help_text="the hash of it, told from the start")
    created_at = models.DateTimeField()
    announced_at = models.DateTimeField(null=True)
    suspended_at = models.DateTimeField(null=True, help_text="since when it stands still")
    ended_at = models.DateTimeField(null=True, help_text="when it was final, or cancelled")
    reason = models.CharField(max_length=300, blank=True, help_text="why it was cancelled")
    merged = models.BooleanField(
        default=False, help_text="whether all who were in it are in the next one"
    )

    BEFORE = (Status.DRAFT, Status.ANNOUNCED, Status.REGISTRATION, Status.PREPARED)
    OVER = (Status.FINAL, Status.CLOSED, Status.CANCELLED)

    class Meta:
        app_label = "games"
        constraints = (
            models.UniqueConstraint(fields=("league", "number"), name="season_one_per_number"),
            models.UniqueConstraint(
                fields=("league",),
                condition=Q(status__in=("draft", "announced", "registration", "prepared")),
                name="season_one_to_come",
            ),
        )

    def __str__(self) -> str:
        return f"{self.league_id} season {self.number}"


class Rehearsal(models.Model):
    """A season that is played many times, by made-up people, before it is announced."""

    season = models.ForeignKey(Season, models.CASCADE, related_name="rehearsals")
    rules = models.CharField(max_length=64, help_text="which very rules and dates, as a hash")
    players = models.PositiveSmallIntegerField(help_text="how many are expected")
    pool = models.PositiveSmallIntegerField(help_text="how many would play for others")
    following = models.DateField(null=True, help_text="when the season after it shall begin")
    runs = models.PositiveSmallIntegerField(help_text="of each number of players")
    seed = models.BigIntegerField()
    asked_at = models.DateTimeField()
    found = models.JSONField(default=list, help_text="figures of each number of players so far")
    going = models.JSONField(
        default=dict, help_text="draws and runs of the one that is being played"
    )
    claimed_at = models.DateTimeField(null=True, help_text="when a worker last began with it")
    tries = models.PositiveSmallIntegerField(default=0, help_text="since it last got on")
    ended_at = models.DateTimeField(null=True)

    class Meta:
        app_label = "games"
        constraints = (
            models.UniqueConstraint(
                fields=("season", "rules", "players", "pool", "runs"), name="rehearsal_once"
            ),
        )

    def __str__(self) -> str:
        return f"{self.season_id} with {self.players}"


class Division(models.Model):
    """Those who can meet in a season. Rank and name are fixed when it is made."""

    season = models.ForeignKey(Season, models.CASCADE, related_name="divisions")
    rank = models.PositiveSmallIntegerField(help_text="1 is the top")
    name = models.CharField(max_length=30)
    published_at = models.DateTimeField()

    class Meta:
        app_label = "games"
        ordering = ("season", "rank")
        constraints = (
            models.UniqueConstraint(fields=("season", "rank"), name="division_one_per_rank"),
        )

    def __str__(self) -> str:
        return f"{self.season_id}: {self.name}"


class Entrant(models.Model):
    """A player in one season; leagues.md says entry, which here is a line of a game's record."""

    class Status(models.TextChoices):
        """How far he got."""

        WAITING = "waiting"
        REGISTERED = "registered"
        CONFIRMED = "confirmed"
        DECLINED = "declined"
        ACTIVE = "active"
        WITHDRAWN = "withdrawn"
        DROPPED = "dropped"
        REMOVED = "removed"
        FINISHED = "finished"

    season = models.ForeignKey(Season, models.CASCADE, related_name="entrants")
    player = models.ForeignKey("games.Player", models.PROTECT, related_name="entrants")
    division = models.ForeignKey(Division, models.CASCADE, null=True, related_name="entrants")
    status = models.CharField(max_length=10, choices=Status)
    registered_at = models.DateTimeField()
    confirmed_at = models.DateTimeField(null=True, help_text="when he said that he comes")
    offered_at = models.DateTimeField(
        null=True, help_text="when a place that fell free was offered to him, while it is kept"
    )
    at_first = models.PositiveIntegerField(
        null=True, help_text="where he stands in his division before the first round"
    )
    carried = models.PositiveSmallIntegerField(
        default=0, help_text="with which card he came in, see rules/cards.py"
    )
    card = models.PositiveSmallIntegerField(default=0, help_text="which one he has now")
    joined_round = models.PositiveSmallIntegerField(default=1)
    replaces = models.OneToOneField(
        "self", models.PROTECT, null=True, related_name="replaced", help_text="whose place he took"
    )
    left_round = models.PositiveSmallIntegerField(
        null=True, help_text="the first round that he is not in"
    )
    left_at = models.DateTimeField(null=True)
    finished = models.PositiveSmallIntegerField(
        null=True, help_text="how many games he had finished when he left"
    )
    scheduled = models.PositiveSmallIntegerField(null=True, help_text="of how many to play by then")
    reason = models.CharField(max_length=300, blank=True, help_text="for him and directors alone")

    IN = (Status.REGISTERED, Status.CONFIRMED)
    LEFT = (Status.WITHDRAWN, Status.DROPPED, Status.REMOVED)

    class Meta:
        app_label = "games"
        constraints = (
            models.UniqueConstraint(fields=("season", "player"), name="entrant_once_a_season"),
            models.CheckConstraint(
                condition=Q(division__isnull=False)
                | ~Q(status__in=("active", "withdrawn", "dropped", "removed", "finished")),
                name="entrant_plays_in_a_division",
            ),
        )

    def __str__(self) -> str:
        return f"{self.player_id} in {self.season_id}: {self.status}"


class Round(models.Model):
    """A window of dates in which tables of a division begin."""

    class Status(models.TextChoices):
        """How far it got."""

        PLANNED = "planned"
        DRAWN = "drawn"
        PUBLISHED = "published"
        OPEN = "open"
        CLOSED = "closed"

    division = models.ForeignKey(Division, models.CASCADE, related_name="rounds")
    number = models.PositiveSmallIntegerField()
    final = models.BooleanField(default=False, help_text="whether it is a round of the knock-out")
    status = models.CharField(max_length=10, choices=Status, default=Status.PLANNED)
    opens = models.CharField(max_length=16, help_text="on the wall of the league's zone")
    closes = models.CharField(max_length=16)
    opens_at = models.DateTimeField(help_text="the instant; fixed once it is published")
    closes_at = models.DateTimeField()
    draws = models.PositiveSmallIntegerField(default=0, help_text="how often it was drawn")
    draw = models.JSONField(default=dict, help_text="what its draw costs, and why it repeats")
    drawn_at = models.DateTimeField(null=True)
    published_at = models.DateTimeField(null=True)
    closed_at = models.DateTimeField(null=True)
    secret = models.CharField(
        max_length=32,
        blank=True,
        help_text="of the deal that all its tables have, if they have one",
    )
    told_at = models.DateTimeField(
        null=True, help_text="when that deal was told, its last table having ended"
    )

    class Meta:
        app_label = "games"
        ordering = ("division", "number")
        constraints = (
            models.UniqueConstraint(fields=("division", "number"), name="round_one_per_number"),
        )

    def __str__(self) -> str:
        return f"{self.division_id} round {self.number}: {self.status}"


class LeagueTable(models.Model):
    """One game of a round, from its draw to its result."""

    class Status(models.TextChoices):
        """How far it got."""

        DRAWN = "drawn"
        RUNNING = "running"
        FINISHED = "finished"
        ADJUDICATED = "adjudicated"
        ANNULLED = "annulled"

    round = models.ForeignKey(Round, models.CASCADE, related_name="tables")
    number = models.PositiveSmallIntegerField()
    leg = models.PositiveSmallIntegerField(
        default=1, help_text="in a knock-out the same people may play more than once"
    )
    status = models.CharField(max_length=12, choices=Status, default=Status.DRAWN)
    game = models.OneToOneField(
        "games.Game", models.PROTECT, null=True, related_name="league_table"
    )
    replays = models.OneToOneField(
        "self", models.PROTECT, null=True, related_name="replayed", help_text="the annulled one"
    )
    late = models.BooleanField(default=False, help_text="whether it ran on past its round's close")
    apart = models.BooleanField(
        default=False, help_text="whether it is compared with no other table of its round's deal"
    )
    looked = models.BigIntegerField(
        default=0, help_text="the last missed turn that was looked at for absences"
    )
    heard = models.BigIntegerField(
        default=0,
        db_default=0,
        help_text="the last line of its record that was heeded of who is away for long",
    )

    TO_COME = (Status.DRAWN, Status.RUNNING)

    class Meta:
        app_label = "games"
        ordering = ("round", "number", "leg")
        indexes = (
            models.Index(fields=("id",), condition=Q(status="running"), name="leaguetable_running"),
        )
        constraints = (
            models.UniqueConstraint(
                fields=("round", "number", "leg"), name="leaguetable_one_per_number"
            ),
            models.CheckConstraint(
                condition=Q(game__isnull=False) | ~Q(status="running"),
                name="leaguetable_runs_as_a_game",
            ),
        )

    def __str__(self) -> str:
        return f"{self.round_id} table {self.number}.{self.leg}: {self.status}"


class Place(models.Model):
    """An entrant at a table, by the number that was drawn; number 1 starts."""

    class State(models.TextChoices):
        """Who looks after it."""

        HELD = "held"
        VACANT = "vacant"
        SUBSTITUTED = "substituted"

    table = models.ForeignKey(LeagueTable, models.CASCADE, related_name="places")
    number = models.PositiveSmallIntegerField()
    entrant = models.ForeignKey(Entrant, models.CASCADE, related_name="places")
    state = models.CharField(max_length=12, choices=State, default=State.HELD)
    seat = models.PositiveSmallIntegerField(null=True, help_text="of the game, once it is dealt")

    class Meta:
        app_label = "games"
        ordering = ("table", "number")
        constraints = (
            models.UniqueConstraint(fields=("table", "number"), name="place_one_per_number"),
            models.UniqueConstraint(fields=("table", "entrant"), name="place_one_per_entrant"),
        )

    def __str__(self) -> str:
        return f"{self.table_id} @{self.number}: {self.entrant_id}"


class Bye(models.Model):
    """A round that an entrant sits out."""

    KINDS = (("forced", "forced"), ("requested", "requested"), ("zero", "zero"))

    round = models.ForeignKey(Round, models.CASCADE, related_name="byes")
    entrant = models.ForeignKey(Entrant, models.CASCADE, related_name="byes")
    kind = models.CharField(max_length=10, choices=KINDS)

    class Meta:
        app_label = "games"
        constraints = (
            models.UniqueConstraint(fields=("round", "entrant"), name="bye_one_per_round"),
        )

    def __str__(self) -> str:
        return f"{self.entrant_id} in {self.round_id}: {self.kind}"


class Result(models.Model):
    """What a table came to. It is never edited: an act puts another one in its place."""

    class Kind(models.TextChoices):
        """Who says so."""

        PLAYED = "played"
        ADJUDICATED = "adjudicated"
        ANNULLED = "annulled"

    table = models.ForeignKey(LeagueTable, models.CASCADE, related_name="results")
    kind = models.CharField(max_length=12, choices=Kind)
    lines = models.JSONField(help_text="one for each place, see games/leagues/rules/stored.py")
    at = models.DateTimeField(help_text="when the game ended, or the act was done")
    entered_at = models.DateTimeField()
    by = models.ForeignKey("games.Player", models.PROTECT, null=True, related_name="+")
    reason = models.CharField(max_length=300, blank=True)
    superseded_at = models.DateTimeField(null=True)

    class Meta:
        app_label = "games"
        constraints = (
            models.UniqueConstraint(
                fields=("table",), condition=Q(superseded_at=None), name="result_one_stands"
            ),
        )

    def __str__(self) -> str:
        return f"{self.table_id}: {self.kind}"


class Absence(models.Model):
    """What is held against somebody: what he missed, a step that directors gave, or his removal.

    With the card that it led to, and his appeal against it.
    """

    class Answer(models.TextChoices):
        """What came of an appeal. Lapsed: nobody decided, so it was granted."""

        GRANTED = "granted"
        REFUSED = "refused"
        LAPSED = "lapsed"

    entrant = models.ForeignKey(Entrant, models.CASCADE, related_name="absences")
    table = models.ForeignKey(LeagueTable, models.CASCADE, null=True, related_name="absences")
    round = models.PositiveSmallIntegerField(
        null=True, help_text="in which directors gave it; the others are of their table's round"
    )
    given_by = models.ForeignKey("games.Player", models.PROTECT, null=True, related_name="+")
    reason = models.CharField(max_length=300, blank=True, help_text="for him and directors alone")
    what = models.CharField(max_length=10, help_text="see rules/cards.py")
    at = models.DateTimeField(help_text="when it was noticed")
    excused = models.BooleanField(default=False)
    revoked_at = models.DateTimeField(null=True)
    card = models.PositiveSmallIntegerField(null=True, help_text="the one it led to, if it did")
    told_at = models.DateTimeField(null=True, help_text="when he was told of the card")
    said = models.CharField(max_length=500, blank=True, help_text="why it should be taken back")
    appealed_at = models.DateTimeField(null=True)
    answer = models.CharField(max_length=8, choices=Answer, blank=True)
    answered_at = models.DateTimeField(null=True)
    answered_by = models.ForeignKey("games.Player", models.PROTECT, null=True, related_name="+")

    class Meta:
        app_label = "games"
        constraints = (
            models.UniqueConstraint(
                fields=("entrant", "table", "what"), name="absence_once_at_a_table"
            ),
            models.CheckConstraint(
                condition=Q(answer="") ^ Q(answered_at__isnull=False),
                name="absence_answered_at_a_time",
            ),
            models.CheckConstraint(
                condition=Q(table__isnull=False) ^ Q(round__isnull=False),
                name="absence_of_a_round",
            ),
        )

    def __str__(self) -> str:
        return f"{self.entrant_id} at {self.table_id}: {self.what}"

    @property
    def number(self) -> int:
        """In which round it was."""
        if self.round is not None:
            return self.round
        assert self.table is not None, "it is of a table or of a round"
        return self.table.round.number

    @property
    def status(self) -> str:
        """What became of it, as acts ask."""
        if self.excused or self.revoked_at is not None:
            return "excused" if self.excused else "taken-back"
        if self.table_id is None:
            return self.what
        return "missed" if self.card is None else "card"


class Penalty(models.Model):
    """Points that directors took from somebody; nothing was taken before it is given."""

    entrant = models.ForeignKey(Entrant, models.CASCADE, related_name="penalties")
    points = models.CharField(max_length=30, help_text="that he loses, as an exact number")
    reason = models.CharField(max_length=300, blank=True)
    by = models.ForeignKey("games.Player", models.PROTECT, related_name="+")
    given_at = models.DateTimeField(null=True)
    revoked_at = models.DateTimeField(null=True)

    class Meta:
        app_label = "games"
        constraints = (
            models.CheckConstraint(
                condition=Q(revoked_at=None) | Q(given_at__isnull=False),
                name="penalty_given_before_it_is_revoked",
            ),
        )

    def __str__(self) -> str:
        return f"{self.entrant_id}: {self.points}"

    @property
    def status(self) -> str:
        """What became of it, as acts ask."""
        if self.revoked_at is not None:
            return "taken-back"
        return "asked" if self.given_at is None else "given"


class Proposal(models.Model):
    """What a director would do, and another has to agree to: a place is certain without it."""

    season = models.ForeignKey(Season, models.CASCADE, related_name="proposals")
    table = models.ForeignKey(LeagueTable, models.CASCADE, null=True, related_name="+")
    points = ArrayField(
        models.CharField(max_length=30), default=list, help_text="of each place of the table"
    )
    penalty = models.ForeignKey(
        Penalty, models.CASCADE, null=True, related_name="+", help_text="to be given, or taken back"
    )
    by = models.ForeignKey("games.Player", models.PROTECT, related_name="+")
    reason = models.CharField(max_length=300, blank=True)
    made_at = models.DateTimeField()

    class Meta:
        app_label = "games"
        constraints = (
            models.CheckConstraint(
                condition=Q(table__isnull=False) ^ Q(penalty__isnull=False),
                name="proposal_of_one_thing",
            ),
        )

    def __str__(self) -> str:
        return f"{self.season_id}: {self.table_id or self.penalty_id}"


class Reserve(models.Model):
    """Who would play for others in a league."""

    league = models.ForeignKey(League, models.CASCADE, related_name="reserves")
    player = models.ForeignKey("games.Player", models.CASCADE, related_name="reserved")
    since = models.DateTimeField()

    class Meta:
        app_label = "games"
        constraints = (models.UniqueConstraint(fields=("league", "player"), name="reserve_once"),)

    def __str__(self) -> str:
        return f"{self.player_id} for {self.league_id}"


class Search(models.Model):
    """That somebody is looked for who plays on at a place."""

    place = models.ForeignKey(Place, models.CASCADE, related_name="searches")
    offer = models.ForeignKey(
        "games.Offer",
        models.CASCADE,
        null=True,
        related_name="searches",
        help_text="of the seat; none before its game is made",
    )
    began_at = models.DateTimeField()
    until = models.DateTimeField(help_text="so long a table that runs stands still at most")
    closed_at = models.DateTimeField(null=True)

    class Meta:
        app_label = "games"
        constraints = (
            models.UniqueConstraint(
                fields=("place",), condition=Q(closed_at=None), name="search_one_at_a_place"
            ),
        )

    def __str__(self) -> str:
        return f"for {self.place_id} since {self.began_at}"


class Sought(models.Model):
    """Who was asked in a search, and whether he said anything."""

    search = models.ForeignKey(Search, models.CASCADE, related_name="sought")
    player = models.ForeignKey("games.Player", models.CASCADE, related_name="+")
    asked_at = models.DateTimeField()
    answered_at = models.DateTimeField(null=True)
    sits = models.BooleanField(
        default=False, help_text="whether the place became his before its game was made"
    )

    class Meta:
        app_label = "games"
        constraints = (
            models.UniqueConstraint(fields=("search", "player"), name="sought_once"),
            models.UniqueConstraint(
                fields=("search",), condition=Q(sits=True), name="sought_one_sits"
            ),
        )

    def __str__(self) -> str:
        return f"{self.player_id} for {self.search_id}"


class Standing(models.Model):
    """The order of a division as last worked out, and of which results; the last whole one."""

    division = models.OneToOneField(
        Division, models.CASCADE, primary_key=True, related_name="standing"
    )
    rows = models.JSONField(default=list)
    byes = models.JSONField(default=list)
    withdrawn = models.JSONField(default=list)
    final = models.JSONField(default=list, help_text="who played a knock-out, by how far they came")
    bounds = models.JSONField(
        default=dict, help_text="between which places each will end, since when and resting on what"
    )
    results = models.PositiveIntegerField(default=0, help_text="of how many results")
    last = models.BigIntegerField(default=0, help_text="the last of them")
    stale = models.BooleanField(default=True)
    built_at = models.DateTimeField(null=True)

    class Meta:
        app_label = "games"

    def __str__(self) -> str:
        return f"{self.division_id} by {self.results} results"


class Award(models.Model):
    """An honour; never taken back silently."""

    season = models.ForeignKey(Season, models.CASCADE, related_name="awards")
    entrant = models.ForeignKey(Entrant, models.CASCADE, related_name="awards")
    kind = models.CharField(max_length=20)
    place = models.PositiveSmallIntegerField(null=True)
    round = models.PositiveSmallIntegerField(null=True)
    number = models.PositiveSmallIntegerField(
        null=True, help_text="how many games it is for, where it counts them"
    )
    made_at = models.DateTimeField()
    revoked_at = models.DateTimeField(null=True)

    class Meta:
        app_label = "games"
        constraints = (
            models.UniqueConstraint(
                fields=("season", "entrant", "kind", "round"),
                name="award_once",
                nulls_distinct=False,
            ),
        )

    def __str__(self) -> str:
        return f"{self.entrant_id}: {self.kind}"

    @property
    def status(self) -> str:
        """What became of it, as acts ask."""
        return "given" if self.revoked_at is None else "revoked"


class Due(models.Model):
    """What falls due in a season, and when. Done once, at its time or after it."""

    season = models.ForeignKey(Season, models.CASCADE, related_name="dues")
    what = models.CharField(max_length=20)
    about = models.BigIntegerField(default=0, help_text="the row it is about; 0 is the season")
    at = models.DateTimeField(help_text="when it falls due")
    next_at = models.DateTimeField(help_text="when it is tried next")
    tries = models.PositiveSmallIntegerField(default=0, help_text="how often it failed")
    passed = ArrayField(
        models.CharField(max_length=20), default=list, help_text="conditions that were waived"
    )
    done_at = models.DateTimeField(null=True)

    class Meta:
        app_label = "games"
        indexes = (
            models.Index(fields=("next_at", "id"), condition=Q(done_at=None), name="due_next"),
        )
        constraints = (
            models.UniqueConstraint(fields=("season", "what", "about"), name="due_once"),
        )

    def __str__(self) -> str:
        return f"{self.season_id}: {self.what} {self.about or ''}"


class Ask(models.Model):
    """A question to the directors, with what happens if none of them answers."""

    class Status(models.TextChoices):
        """What became of it. Void: what it asked about went away."""

        OPEN = "open"
        ANSWERED = "answered"
        LAPSED = "lapsed"
        VOID = "void"

    season = models.ForeignKey(Season, models.CASCADE, related_name="asks")
    due = models.ForeignKey(Due, models.CASCADE, related_name="asks", help_text="what waits for it")
    condition = models.CharField(max_length=20)
    said = models.JSONField(default=dict, help_text="what its sentence names")
    choices = ArrayField(models.CharField(max_length=20))
    default = models.CharField(max_length=20)
    status = models.CharField(max_length=8, choices=Status, default=Status.OPEN)
    opened_at = models.DateTimeField()
    deadline = models.DateTimeField()
    answer = models.CharField(max_length=20, blank=True)
    answered_by = models.ForeignKey("games.Player", models.PROTECT, null=True, related_name="+")
    answered_at = models.DateTimeField(null=True)

    class Meta:
        app_label = "games"
        constraints = (
            models.UniqueConstraint(
                fields=("due", "condition"), condition=Q(status="open"), name="ask_open_once"
            ),
        )

    def __str__(self) -> str:
        return f"{self.season_id}: {self.condition} {self.status}"


class Notice(models.Model):
    """That somebody is told something of a season: once, whatever is repeated."""

    season = models.ForeignKey(Season, models.CASCADE, related_name="notices")
    player = models.ForeignKey("games.Player", models.CASCADE, related_name="+")
    what = models.CharField(max_length=20)
    about = models.BigIntegerField(default=0, help_text="the row it is about; 0 is the season")
    said = models.JSONField(default=dict)
    made_at = models.DateTimeField()

    class Meta:
        app_label = "games"
        constraints = (
            models.UniqueConstraint(
                fields=("player", "season", "what", "about"), name="notice_once"
            ),
        )

    def __str__(self) -> str:
        return f"{self.player_id}: {self.what}"
