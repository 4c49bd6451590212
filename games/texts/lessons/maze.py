"""The first five lessons: the aim, the maze, and laying path cards."""

from django.utils.translation import gettext as _

from games.texts.lessons.words import Answer, Words


def aim() -> Words:
    """What diggers and saboteurs want."""
    return Words(
        _("What it is about"),
        (
            _(
                "Three goals lie face down on the right. One of them is the treasure, two are "
                "stones. The way begins at the ladder on the left, and everybody lays cards to "
                "make it longer."
            ),
            _(
                "Each player is secretly a digger or a saboteur. Diggers win when a way from the "
                "start reaches the treasure. Saboteurs win when all cards are used up before."
            ),
        ),
        _("You are a digger. What do you want?"),
        (
            Answer(
                "way",
                _("Yes. And whoever lays the last card: all diggers win together."),
                right=True,
            ),
            Answer("none", _("That is what a saboteur hopes for. But you are a digger.")),
            Answer(
                "most", _("Laying cards wins nothing by itself. It depends on where they lead.")
            ),
        ),
        {
            "most": _("To lay more cards than the others"),
            "way": _("A way from the start to the treasure"),
            "none": _("That nobody finds the treasure"),
        },
    )


def reading() -> Words:
    """How the picture of the maze is read."""
    return Words(
        _("Reading the maze"),
        (
            _(
                "Letters above and numbers on the left name the cells: the start lies at a3, the "
                "goals at i1, i3 and i5."
            ),
            _(
                "Carol has laid the first card, at b3. Its tunnel comes from the start and turns "
                "down. A lit tunnel hangs together with the start, and the next card must join one."
            ),
        ),
        _("To which cell does Carol's tunnel lead?"),
        (
            Answer("b4", _("Yes: it turns down, so a card at b4 makes it longer."), right=True),
            Answer("b2", _("Towards b2 the card is solid rock. Follow the lit tunnel.")),
            Answer("c3", _("Towards c3 the card is solid rock. Follow the lit tunnel.")),
            Answer("h3", _("That is close to the goals, but no tunnel leads there yet.")),
        ),
        {name: name for name in ("b2", "b4", "c3", "h3")},
        in_maze=True,
    )


def picking() -> Words:
    """A turn: a card, then its place."""
    return Words(
        _("A card and a place"),
        (
            _(
                "A turn is one card: play it, then draw a new one. First pick a card of your "
                "hand. The places where it can go light up; pick one of them. Nothing is done "
                "until you confirm."
            ),
            _("The way now leads on from b4 to the right."),
        ),
        _("Lay the card that brings the way closer to the goals."),
        (
            Answer("lay P5 c4", _("Well dug: the way goes on to the right."), right=True),
            Answer(
                "lay P4 *",
                _("It fits, but it leads straight up and down. The goals are on the right."),
            ),
            *_common(),
        ),
    )


def fitting() -> Words:
    """When a card fits."""
    return Words(
        _("Laying it so that it fits"),
        (
            _(
                "A card fits where all its sides agree with its neighbours, tunnel to tunnel and "
                "rock to rock, and where a lit tunnel leads to it. Only such places light up."
            ),
            _("At d4 the way forks: it leads up to d3 and down to d5."),
        ),
        _("Lay a card beside the fork so that the way turns to the right."),
        (
            Answer(
                "lay P7 d3", _("Exactly: from below it comes in, to the right it goes."), right=True
            ),
            Answer("lay P7* d5", _("There the bend leads back to the left. Try its other place.")),
            Answer("lay P7* *", _("It fits, but that is not beside the fork at d4.")),
            Answer(
                "lay P4 *",
                _("It fits, but it leads straight on, up and down. You have a card that turns."),
            ),
            *_common(),
        ),
    )


def turning() -> Words:
    """Which way up a card is laid."""
    return Words(
        _("Turning a card"),
        (
            _(
                "You may turn any path card upside down before you lay it. Where both ways up "
                "fit, it lies there upright first, and you can turn it round."
            ),
            _("The way has come to e2, from below."),
        ),
        _("Lay the junction at e2 so that it opens to the right."),
        (
            Answer("lay P2~ e2", _("Turned round it opens to the right, well done."), right=True),
            Answer("lay P2 e2", _("As it is, the junction opens to the left. Turn it round.")),
            Answer("lay P2* *", _("The junction fits there too, but the way has come to e2.")),
            Answer(
                "lay P4 *", _("That card leads straight up. The junction can open to the right.")
            ),
            *_common(),
        ),
    )


def _common() -> tuple[Answer, ...]:
    """What is said of dead ends and of passing wherever something better can be done."""
    return (
        Answer(
            "lay D8*",
            _("A dead end: no way leads through it. Saboteurs like to lay it, diggers do not."),
        ),
        Answer("pass *", _("You may always pass, but here you have a card that helps.")),
    )
