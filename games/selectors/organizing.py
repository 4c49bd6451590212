"""Who decides at a table because they made it. Reads only."""

from games.models import Game, LeagueTable, Player


def organizes(player: Player, game: Game) -> bool:
    """Tell whether a player has an organizer's rights at a game.

    At a league's game nobody has: its directors act there, by what ties them to the league, and
    the organizer stored with it is only whom letters are written for (moderation.md 1).
    """
    made = game.organiser_id == player.pk
    return made and not LeagueTable.objects.filter(game=game).exists()
