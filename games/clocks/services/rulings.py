"""Other time settings for a table whose game runs (5). Who must agree to them: `agreeing`."""

from games.clocks.rules import ruling, settings
from games.clocks.rules.forms import Form
from games.clocks.rules.settings import Settings
from games.clocks.services.wishes import Wish


def fit(wish: Wish, wanted: Form) -> Settings:
    """Read settings for this table; raises Refused, also by the field that is out of bounds."""
    wish.table.must_go_on()
    people = sum(place.player_id is not None for place in wish.places)
    return settings.fit_for(settings.load(wanted), people=people)


def change(wish: Wish, new: Settings, *, agreed: bool) -> None:
    """Store new settings and tell everybody at the table."""
    old = settings.dump(wish.table.settings)
    by = wish.seat.number if wish.seat and not agreed else None
    wish.grant(ruling.rule(wish.table, new, by=by, now=wish.now))
    wish.record("ruled", told=wish.everybody(), old=old, settings=settings.dump(new))
