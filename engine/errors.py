"""Everything that can go wrong in the rules. Reasons are facts; the sentences live elsewhere."""

from enum import StrEnum


class Reason(StrEnum):
    """Why a move that can be read may not be made now."""

    GAME_OVER = "game-over"
    NOT_ASKED = "not-asked"
    SETTING = "setting"
    NO_SETTING = "no-setting"
    ORIENT_FIRST = "orient-first"
    NO_GOAL_TO_ORIENT = "no-goal-to-orient"
    NO_SUCH_CARD = "no-such-card"
    TOOLS_BROKEN = "tools-broken"
    CELL_TAKEN = "cell-taken"
    NO_NEIGHBOUR = "no-neighbour"
    NOT_CONNECTED = "not-connected"
    DOES_NOT_FIT = "does-not-fit"
    NO_SUCH_SEAT = "no-such-seat"
    OWN_TOOL = "own-tool"
    ALREADY_BROKEN = "already-broken"
    NOT_BROKEN = "not-broken"
    WRONG_TOOL = "wrong-tool"
    NOTHING_THERE = "nothing-there"
    NEVER_REMOVED = "never-removed"
    NOT_A_GOAL = "not-a-goal"
    GOAL_FACE_UP = "goal-face-up"
    # Saboteur 2
    BESIDE_GOAL = "beside-goal"
    TRAPPED = "trapped"
    NOT_YOURSELF = "not-yourself"
    ALREADY_TRAPPED = "already-trapped"
    NOT_TRAPPED = "not-trapped"
    THEFT_LIES_THERE = "theft-lies-there"
    NO_THEFT_THERE = "no-theft-there"
    NOT_BEFORE_YOU = "not-before-you"
    STEAL_FIRST = "steal-first"
    NO_THEFT_DUE = "no-theft-due"
    NO_GOLD = "no-gold"
    # The Duel
    NOT_YOUR_TOOL = "not-your-tool"
    BESIDE_GOLD = "beside-gold"
    WAY_SHUT = "way-shut"
    NO_DOOR = "no-door"
    OWN_DOOR = "own-door"
    DOOR_OPEN = "door-open"
    NO_TROLL = "no-troll"
    TROLL_BRIBED = "troll-bribed"
    TROLL_OUT_OF_REACH = "troll-out-of-reach"
    NO_COUNTER_LEFT = "no-counter-left"
    ACT_FIRST = "act-first"
    BRIBE_OR_END = "bribe-or-end"
    CLAIM_FIRST = "claim-first"
    NOTHING_TO_CLAIM = "nothing-to-claim"
    PAY_FIRST = "pay-first"
    NOTHING_TO_PAY = "nothing-to-pay"
    NOT_THE_PRICE = "not-the-price"
    # The Dark Cave
    PLAY_FIRST = "play-first"
    ALREADY_PLAYED = "already-played"
    ANSWER_FIRST = "answer-first"
    NOTHING_PROPOSED = "nothing-proposed"
    ALREADY_DECLINED = "already-declined"
    OUTSIDE = "outside"
    NO_STEPS = "no-steps"
    OUT_OF_REACH = "out-of-reach"
    NO_HOLE = "no-hole"
    OCCUPIED = "occupied"
    WEB_THERE = "web-there"
    NO_WAY_THERE = "no-way-there"
    NO_AXE = "no-axe"
    NOT_BESIDE = "not-beside"
    HAS_BOOTS = "has-boots"
    OWN_SEAT = "own-seat"
    CLAN_SHOWN = "clan-shown"


class EngineError(ValueError):
    """Something handed to the engine cannot be used."""


class MoveSyntaxError(EngineError):
    """A text that is no move in this game's notation."""

    def __init__(self, text: str) -> None:
        """Keep the text that could not be read."""
        super().__init__(f"cannot be read as a move: {text[:80]!r}")
        self.text = text


class IllegalMove(EngineError):
    """A move that can be read but not made at this table by this seat."""

    def __init__(self, reason: StrEnum) -> None:
        """Keep the reason, for a sentence in the reader's language."""
        super().__init__(reason.value)
        self.reason = reason


class OptionError(EngineError):
    """An option of a game that does not exist or does not go with the others."""

    def __init__(self, name: str, value: str, allowed: tuple[str, ...]) -> None:
        """Keep what was asked for and what there is."""
        super().__init__(f"{name}={value!r}; known: {', '.join(allowed) or 'no such option'}")
        self.name, self.value, self.allowed = name, value, allowed


class SeatsError(EngineError):
    """A number of players that this game does not take."""

    def __init__(self, seats: int, least: int, most: int) -> None:
        """Keep the number and the bounds."""
        super().__init__(f"{seats} players; this game takes {least} to {most}")
        self.seats, self.least, self.most = seats, least, most


class PositionError(EngineError):
    """A position text that cannot be read or that contradicts itself; the message names what."""


class UnknownRuleset(EngineError):
    """A key that no game has."""

    def __init__(self, key: str) -> None:
        """Keep the key that was asked for."""
        super().__init__(f"no such game: {key[:40]!r}")
        self.key = key
