"""How long what is done is kept. Knows no rows."""

from datetime import timedelta

LETTERS = timedelta(days=90)
STRANGERS = timedelta(days=30)
"""Addresses of people without an account: where letters went, who was asked or asked for a code."""

HOUSEHOLDS = timedelta(days=180)
"""After its end a household bars for so long, and then it is gone."""

TRACES = timedelta(days=90)
SIGNALS = timedelta(days=180)
"""So long after it was found last; one that lies in a case stays."""

LATENESS = timedelta(days=2)
"""The machine room looks back a day."""

AT_ONCE = 500
"""So many rows go by one commit: what is held is held for a moment."""
SLICE = 5.0
"""Seconds: so long one beat cleans up rows of one sort; what is left is the next one's."""
