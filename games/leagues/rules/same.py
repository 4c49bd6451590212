"""What makes the rules of two drafts the very same: a hash that one of them is known by."""

import hashlib
import json
from typing import TYPE_CHECKING, Any

from games.leagues.rules import scoring, terms
from games.leagues.rules.terms import Terms

if TYPE_CHECKING:
    from collections.abc import Mapping


def known_by(rules: Terms) -> str:
    """Hash all rules and dates; what is worked out only when they are frozen is none of them."""
    told: Mapping[str, Any] = terms.dump(rules)
    said = {name: each for name, each in told["scoring"].items() if name not in scoring.FROZEN}
    plain = json.dumps({**told, "scoring": said}, sort_keys=True, separators=(",", ":"))
    return hashlib.sha256(plain.encode()).hexdigest()
