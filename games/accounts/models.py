"""Rows of accounts: where somebody is signed in, his passkeys, wishes for another address."""

from django.contrib.sessions.base_session import AbstractBaseSession
from django.db import models
from django.db.models import Q


class Session(AbstractBaseSession):
    """A browser that we know again, with who is signed in there: so all of his can be found."""

    player = models.ForeignKey("games.Player", models.CASCADE, null=True, related_name="sessions")

    class Meta(AbstractBaseSession.Meta):
        app_label = "games"


class Passkey(models.Model):
    """A key that a player's device keeps, and with which he can sign in. Nothing here is secret."""

    player = models.ForeignKey("games.Player", models.CASCADE, related_name="passkeys")
    name = models.CharField(max_length=40)
    credential_id = models.BinaryField(unique=True)
    public_key = models.BinaryField(help_text="as COSE writes it")
    count = models.PositiveBigIntegerField(
        help_text="how often it has signed by its own count; many do not count and say 0"
    )
    created_at = models.DateTimeField()
    used_at = models.DateTimeField(null=True)

    class Meta:
        app_label = "games"

    def __str__(self) -> str:
        return self.name


class AddressChange(models.Model):
    """A wish to be written to at another address. Nothing changes before both mailboxes agree."""

    player = models.ForeignKey("games.Player", models.CASCADE, related_name="address_changes")
    old = models.EmailField(max_length=254)
    new = models.EmailField(max_length=254)
    created_at = models.DateTimeField()
    expires_at = models.DateTimeField()
    old_agreed_at = models.DateTimeField(null=True)
    new_agreed_at = models.DateTimeField(null=True)
    due_at = models.DateTimeField(
        null=True,
        help_text="of a recovery, whose old mailbox need not agree: when its week to object ends",
    )
    closed_at = models.DateTimeField(
        null=True, help_text="when it was done, called off or replaced by a newer wish"
    )

    class Meta:
        app_label = "games"
        constraints = (
            models.UniqueConstraint(
                fields=("player",), condition=Q(closed_at=None), name="address_change_one_open"
            ),
        )

    def __str__(self) -> str:
        return f"another address of player {self.player_id}"

    @property
    def agreed(self) -> bool:
        """Tell whether both mailboxes agreed."""
        return self.old_agreed_at is not None and self.new_agreed_at is not None
