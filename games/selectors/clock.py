"""How a statement asks what time it is. The database's clock is the only judge."""

from django.db.models import DateTimeField, Func

NOW = "clock_timestamp()"


def now() -> Func:
    """Ask for the time in a query. Unlike Django's `Now`, it goes on while a statement runs."""
    return Func(template=NOW, output_field=DateTimeField())
