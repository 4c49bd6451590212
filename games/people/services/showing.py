"""What somebody lets others see of him."""

from collections.abc import Mapping

from games.models import Player
from games.people.rules.shown import Item, Whom, dump


def choose(player: Player, chosen: Mapping[Item, Whom]) -> None:
    """Show each item of a player's page to whom he wishes from now on."""
    player.shown = dump(chosen)
    player.save(update_fields=("shown",))
