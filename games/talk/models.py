"""Rows of what is said beside a game, and of notes that are their owner's alone."""

from django.db import models

from games.talk.rules.rooms import Room

ROOMS = [(room.value, room.value) for room in Room]


class Remark(models.Model):
    """Something that somebody said. It is never changed."""

    game = models.ForeignKey("games.Game", models.CASCADE, related_name="remarks")
    room = models.CharField(max_length=10, choices=ROOMS)
    by = models.ForeignKey("games.Player", models.PROTECT, related_name="+")
    name = models.CharField(max_length=50, help_text="what he was called then")
    text = models.TextField()
    once = models.CharField(max_length=32, help_text="of form and text: sent twice, said once")
    made_at = models.DateTimeField()

    class Meta:
        app_label = "games"
        indexes = (
            models.Index(fields=("game", "room", "-id"), name="remark_by_room"),
            models.Index(fields=("game", "by", "-made_at"), name="remark_by_person"),
        )
        constraints = (
            models.UniqueConstraint(fields=("game", "by", "once"), name="remark_said_once"),
        )

    def __str__(self) -> str:
        return f"{self.game_id} {self.room}: {self.name}"


class Mute(models.Model):
    """Somebody does not want to read what another says at this game. The other never learns it."""

    game = models.ForeignKey("games.Game", models.CASCADE, related_name="mutes")
    by = models.ForeignKey("games.Player", models.CASCADE, related_name="+")
    whom = models.ForeignKey("games.Player", models.CASCADE, related_name="+")

    class Meta:
        app_label = "games"
        constraints = (
            models.UniqueConstraint(fields=("game", "by", "whom"), name="mute_one_per_pair"),
        )

    def __str__(self) -> str:
        return f"{self.game_id}: a mute"


class Notes(models.Model):
    """What a player keeps for himself at his seat. No page but its owner's shows it."""

    seat = models.OneToOneField("games.Seat", models.CASCADE, primary_key=True)
    text = models.TextField(blank=True)
    about = models.JSONField(default=dict, help_text="by number of another seat")
    version = models.PositiveIntegerField(default=0, help_text="which notes a form was drawn from")

    class Meta:
        app_label = "games"
        verbose_name_plural = "notes"

    def __str__(self) -> str:
        return f"notes of seat {self.pk}"
