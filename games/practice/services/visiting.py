"""What a visitor who practises says of himself without an account."""

from games.models import Player


def speak(visitor: Player, language: str) -> None:
    """Speak another language to a visitor, one of those that we write."""
    Player.objects.filter(pk=visitor.pk, email=None).update(language=language)
