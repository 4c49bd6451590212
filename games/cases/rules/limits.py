"""How much one person may lay before the moderators, and how old talk may be."""

from datetime import timedelta

LONGEST = 1000
LONGEST_APPEAL = 2000
LONGEST_QUESTION = 500
REPORTS, SPAN = 5, timedelta(days=1)
KEPT = timedelta(days=180)
"""So long after its verdict, or the answer to an appeal, what lies in a case is kept."""
OLDEST_TALK = timedelta(days=90)

AROUND = 20
"""So many remarks before and after the reported one are frozen with it."""
RECORD = 30
"""So many of the record's last entries."""
