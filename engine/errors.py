"""Everything that can go wrong in the rules. Reasons are facts; the sentences live elsewhere."""

from enum import StrEnum


class Reason(StrEnum):
    """Why a move that can be read may not be made now, where several games say so.

    A game's own reasons live with that game.
    """

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
