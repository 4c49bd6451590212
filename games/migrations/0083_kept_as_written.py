"""What is kept of a letter is not packed: it lies there for seconds, and packing it took as long
as all else that keeping it takes."""

from django.db import migrations

_COLUMNS = ("text", "html", "maze", "hand")


def _stored(how: str) -> str:
    columns = ", ".join(f"ALTER COLUMN {column} SET STORAGE {how}" for column in _COLUMNS)
    return f"ALTER TABLE games_written {columns}"


class Migration(migrations.Migration):
    dependencies = [("games", "0082_absence")]

    operations = [migrations.RunSQL(_stored("EXTERNAL"), _stored("EXTENDED"))]
