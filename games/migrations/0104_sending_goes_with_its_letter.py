"""What goes out by a channel goes with its letter by the database's own hand, whoever deletes that."""

from django.db import migrations

NAME = "games_sending_letter_id_f23319a4_fk_games_letter_id"


def tied(also: str) -> str:
    return f"""ALTER TABLE games_sending DROP CONSTRAINT {NAME}, ADD CONSTRAINT {NAME}
FOREIGN KEY (letter_id) REFERENCES games_letter (id) {also} DEFERRABLE INITIALLY DEFERRED"""


class Migration(migrations.Migration):

    dependencies = [
        ("games", "0103_channels"),
    ]

    operations = [migrations.RunSQL(tied("ON DELETE CASCADE"), tied(""))]
