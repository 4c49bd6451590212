"""The last five lessons: action cards, passing, and the treasure."""

from django.utils.translation import gettext as _

from games.texts.lessons.words import Answer, Words


def tools() -> Words:
    """Breaking tools and mending them."""
    return Words(
        _("Broken tools"),
        (
            _(
                "Pick, lantern, cart: whoever has a broken one lying there lays no path cards. You "
                "can break the tools of others, and mend anybody's, also your own."
            ),
            _("Bob has broken your lantern. Would a digger do that?"),
        ),
        _("See to it that you can lay path cards again."),
        (
            Answer(
                "fix lantern @1",
                _("Light again! That was your whole turn, but in the next one you can dig."),
                right=True,
            ),
            Answer(
                "break * @2",
                _("Bob may well deserve it. But your own lantern stays broken: mend it first."),
            ),
            Answer("break * @3", _("Carol has dug towards the goals all along. Better spare her.")),
            Answer("pass *", _("That is allowed, but the lantern stays broken.")),
        ),
    )


def rockfall() -> Words:
    """Taking a card out of the maze."""
    return Words(
        _("Rockfall"),
        (
            _(
                "Bob has laid a dead end at g2: tunnels go in from both sides, and none comes "
                "through."
            ),
            _("A rockfall takes any path card out of the maze, but never the start or a goal."),
        ),
        _("Clear the way."),
        (
            Answer(
                "rockfall g2",
                _("The dead end is gone, and g2 is free for a better card."),
                right=True,
            ),
            Answer(
                "rockfall *",
                _("Then a good card is gone, to a saboteur's delight. Which one blocks the way?"),
            ),
            Answer("map *", _("Worth knowing, but the way stays blocked.")),
            Answer("pass *", _("You may always pass, but here you have a card that helps.")),
        ),
    )


def maps() -> Words:
    """Looking at a goal."""
    return Words(
        _("The map"),
        (
            _(
                "A map shows you one goal. Nobody else sees what it is, and nobody has to believe "
                "you. Your picture remembers it, with an eye on the card."
            ),
            _("Carol has laid g2, and the way leads down to g3, in the row of the middle goal."),
        ),
        _("Look at the goal that is nearest to the end of the way."),
        (
            Answer("map i3", _("The treasure! Now you know where to dig."), right=True),
            Answer("map *", _("Good to know too, but the way leads towards i3. Look there.")),
            Answer("lay D8~ g3", _("That would block the very way that you are digging.")),
            Answer(
                "lay D8*",
                _("A dead end aside does no harm, but it does not tell where the treasure is."),
            ),
            Answer("pass *", _("You may always pass, but here you have a card that helps.")),
        ),
    )


def passing() -> Words:
    """Putting a card away."""
    return Words(
        _("Passing"),
        (
            _(
                "Sometimes no card helps. Then you pass: one card goes face down to the discard "
                "pile, nobody sees which, and you draw a new one."
            ),
            _(
                "Here the way comes to g3 from above. Your straight tunnel runs from left to "
                "right: it does not fit there, but it may fit beyond."
            ),
        ),
        _("Pass with the card that diggers need least."),
        (
            Answer("pass D8", _("Nobody will stumble over that dead end any more."), right=True),
            Answer("pass P5", _("Keep it: it may be just what is missing in the end.")),
            Answer("pass fix-pick", _("Keep it: with a saboteur about, a pick breaks soon.")),
            Answer("lay D8~ g3", _("That would block the very way that you are digging.")),
            Answer(
                "lay D8*",
                _("Laid aside it does no harm, but it shuts a way that may be wanted. Pass it."),
            ),
        ),
    )


def treasure() -> Words:
    """The end of a round, and how it looks from the other side."""
    return Words(
        _("Finding the gold"),
        (
            _(
                "After every card, each goal to which a way from the start leads is turned up. A "
                "stone becomes part of the maze; with the treasure the round is over."
            ),
            _("One card is missing between g3 and the treasure at i3."),
        ),
        _("Dig the last piece."),
        (
            Answer(
                "lay P5 h3",
                _(
                    "Gold! The diggers win the round and share it out. Bob, the saboteur, wanted "
                    "it to stay hidden: with dead ends, rockfalls and broken tools, and with such "
                    "a friendly face that nobody suspects him. Next time that may be you."
                ),
                right=True,
            ),
            Answer("break *", _("Not needed any more: the treasure is one card away.")),
            Answer("lay D8*", _("A dead end, now? The treasure is one card away.")),
            Answer("pass *", _("Not now: the treasure is one card away.")),
        ),
    )
