"""Whether a kept connection still holds. Django looks for its backend under this name."""

import select

from django.db.backends.postgresql import base


class DatabaseWrapper(base.DatabaseWrapper):
    """A server that ended says so on the line, even where it was killed: nobody has to be asked."""

    def is_usable(self) -> bool:
        """Tell by what lies on the line; only where something does is the server asked."""
        if self.connection is None or self.connection.closed:
            return False
        line = select.poll()
        line.register(self.connection.fileno(), select.POLLIN)
        return not line.poll(0) or bool(super().is_usable())
