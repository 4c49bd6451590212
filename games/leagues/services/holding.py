"""How the services take hold of a season: one lock, taken before any game's, never two."""

from games.errors import NoSuchLeague, NotDirector, PlaysThere, ReasonMissing, SettledAlready
from games.leagues.rules import terms
from games.leagues.rules.terms import Terms
from games.leagues.selectors.tables import plays_in
from games.models import Director, Division, League, Player, Season
from games.moderation.selectors import with_household


def season(pk: int) -> Season:
    """Hold a season to the transaction's end; raises NoSuchLeague."""
    held = Season.objects.select_related("league").select_for_update(no_key=True, of=("self",))
    row = held.filter(pk=pk).first()
    if row is None:
        raise NoSuchLeague
    return row


def try_season(pk: int) -> Season | None:
    """Hold a season unless somebody else does, or it stands still; None then."""
    held = Season.objects.select_related("league").select_for_update(
        no_key=True, skip_locked=True, of=("self",)
    )
    return held.filter(pk=pk, suspended_at=None).first()


def league(pk: int) -> League:
    """Hold a league, for who makes or ends what it has one of; raises NoSuchLeague."""
    row = League.objects.select_for_update(no_key=True).filter(pk=pk).first()
    if row is None:
        raise NoSuchLeague
    return row


def terms_of(season: Season) -> Terms:
    """Read a season's rules."""
    return terms.load(season.terms)


def require_director(league_id: int, player: Player) -> None:
    """Pass who directs a league now; raises NotDirector."""
    if not Director.objects.filter(league=league_id, player=player, ended_at=None).exists():
        raise NotDirector


def require_stranger(division: Division, player: Player) -> None:
    """Pass a player if neither they nor their household play in a division; raises PlaysThere."""
    if plays_in(with_household(player), division.pk):
        raise PlaysThere


def require_reason(reason: str) -> str:
    """Return why somebody acts; raises ReasonMissing."""
    said = " ".join(reason.split())[:300]
    if not said:
        raise ReasonMissing
    return said


def require_seen(seen: str | None, stands: str) -> None:
    """Pass who saw what stands; None acts on whatever stands. Raises SettledAlready."""
    if seen is not None and seen != stands:
        raise SettledAlready
