"""What each number of a standing comes from, worked out when somebody asks."""

from games.errors import NoSuchLeague
from games.leagues.rules import plain, terms
from games.leagues.rules.standing import standing
from games.leagues.selectors import facts
from games.models import Division


def row(division_id: int, entrant_id: int) -> dict[str, object]:
    """Tell an entrant's row with all that its values come from; raises NoSuchLeague."""
    division = Division.objects.select_related("season").filter(pk=division_id).first()
    if division is None:
        raise NoSuchLeague
    rules = facts.rules_of(terms.load(division.season.terms))
    for found in standing(rules, facts.known(division).facts).rows:
        if found.entry == str(entrant_id):
            return plain.dump_row(found)
    raise NoSuchLeague
