"""The operators' view: games, seats, moves and letters are found here, secrets are not.

Nothing is edited by hand; the few things an operator does are services, offered as actions. Fields
are named one by one, so that a new secret column appears nowhere by itself.
"""

from games.admin import letters, people, service, tables
from games.admin.office import office

__all__ = ["letters", "office", "people", "service", "tables"]
