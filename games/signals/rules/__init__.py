"""What of ties between accounts follows from plain values. Knows no rows."""

from datetime import timedelta

WISH = timedelta(days=14)
"""For so long who is asked whether he shares a household may say yes."""
SILENT = timedelta(days=180)
"""For so long a signal that was dismissed is not raised again."""
