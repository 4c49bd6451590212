"""Why an act is not done. Each answers in its own way; see ADR 40."""


class NotDone(Exception):
    """An act that was not done; nothing was changed."""


class NoSuch(NotDone):
    """Nothing of this name, or nothing for this person: he is told the same of both."""


class Barred(NotDone):
    """He has the right, but not here; or had it when he asked."""


class Unfit(NotDone):
    """It does not fit how things stand; its sentence says how, in the reader's words."""


class Overtaken(Unfit):
    """Something came first; another act, named by its key, can take that back."""

    def __init__(self, line: str, instead: str) -> None:
        """Keep the other act."""
        super().__init__(line)
        self.instead = instead


class Incomplete(Unfit):
    """Something more must be ticked or typed, in view of what it would do."""

    def __init__(self, field: str, line: str) -> None:
        """Keep the field of the form."""
        super().__init__(line)
        self.field = field


class Stale(NotDone):
    """What it was decided by has changed since, or was looked at too long ago."""


class NeedsAnother(NotDone):
    """Who asked for an act cannot be its second person, unless nobody else could be, in time."""
