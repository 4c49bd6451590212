"""An offending name is seen nowhere any more, and comes back if that was a mistake.

Tables that run are renamed one by one, under their locks; those that are over at once.
"""

import secrets

from django.db.models import Q, QuerySet

from games.models import Entry, Game, Player, Remark, Sanction, Seat

_NAMES = ("who", "was", "by")
"""What names people in an entry, by `games.texts.acts`."""


def make_plain(sanction: Sanction, player: Player) -> None:
    """Call somebody by a number until he chooses a name; the caller holds him."""
    sanction.was, sanction.became = player.name, _drawn()
    sanction.save(update_fields=("was", "became"))
    _call(player, sanction.was, sanction.became)


def restore(sanction: Sanction) -> None:
    """Call him again what he was called, unless he has chosen a name since."""
    player = Player.objects.select_for_update(no_key=True).get(pk=sanction.player_id)
    if player.name == sanction.became:
        _call(player, sanction.became, sanction.was)


def follow(game: Game, sanction: Sanction) -> None:
    """Name him at a locked table as he is called now."""
    names = (sanction.was, sanction.became)
    was, name = names if sanction.ended_at is None else names[::-1]
    Seat.objects.filter(game=game, player=sanction.player).update(name=sanction.player.name)
    _rename(Game.objects.filter(pk=game.pk), sanction.player, was, name)


def _call(player: Player, was: str, name: str) -> None:
    player.name = name
    player.save(update_fields=("name",))
    seats = Seat.objects.filter(player=player, ended_at__isnull=False)
    seats.filter(name=was).update(name=name)
    sat = Q(places__player=player) | Q(offers__player=player)
    _rename(Game.objects.filter(sat, ended_at__isnull=False), player, was, name)


def _rename(games: "QuerySet[Game]", player: Player, was: str, name: str) -> None:
    Remark.objects.filter(by=player, game__in=games, name=was).update(name=name)
    named = Q(said__who=was) | Q(said__was=was) | Q(said__by=was)
    changed = list(Entry.objects.filter(named, game__in=games.values("pk")))
    for entry in changed:
        entry.said |= {key: name for key in _NAMES if entry.said.get(key) == was}
    Entry.objects.bulk_update(changed, ("said",), batch_size=500)


def _drawn() -> str:
    while True:
        name = f"Player {secrets.randbelow(9000) + 1000}"
        if not Player.objects.filter(name=name).exists():
            return name
