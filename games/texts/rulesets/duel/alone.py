"""What happens to who plays the game for one: nobody else can have done it."""

from functools import singledispatch

from django.utils.translation import gettext as _

from engine.maze.cells import cell_name
from engine.parts.facts import GameEnded, RockFell, ToolBroken
from games.texts.book import Reader
from games.texts.rulesets.duel import facts
from games.texts.words import tool_name


@singledispatch
def tell(event: object, reader: Reader) -> str:
    """Tell a fact as it is told of two, where nothing else is said below."""
    return facts.tell(event, reader)


for _kind, _sentence in facts.tell.registry.items():
    if _kind is not object:
        tell.register(_kind, _sentence)


@tell.register
def _tool_broke(event: ToolBroken, reader: Reader) -> str:
    return reader.say(
        event.seat,
        _("Your %(tool)s is broken."),
        _("The %(tool)s of %(who)s is broken."),
        tool=tool_name(event.tool),
    )


@tell.register
def _rock_fell(event: RockFell, reader: Reader) -> str:
    words = {"cell": cell_name(event.cell), "card": reader.card(event.card)}
    return _("Rock falls at %(cell)s. Gone is: %(card)s.") % words


@tell.register
def _game_ended(_event: GameEnded, _reader: Reader) -> str:
    return _("The game is over.")
