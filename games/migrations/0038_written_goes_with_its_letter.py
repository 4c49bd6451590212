"""What was written goes with its letter by the database's own hand, whoever deletes that."""

from django.db import migrations, models

NAME = "games_written_letter_id_b0b45e6a_fk_games_letter_id"


def tied(also: str) -> str:
    return f"""ALTER TABLE games_written DROP CONSTRAINT {NAME}, ADD CONSTRAINT {NAME}
FOREIGN KEY (letter_id) REFERENCES games_letter (id) {also} DEFERRABLE INITIALLY DEFERRED"""


class Migration(migrations.Migration):

    dependencies = [
        ("games", "0037_log"),
    ]

    operations = [
        migrations.RunSQL(
            tied("ON DELETE CASCADE"),
            tied(""),
            state_operations=[
                migrations.AlterField(
                    model_name="written",
                    name="letter",
                    field=models.OneToOneField(
                        on_delete=models.DO_NOTHING,
                        primary_key=True,
                        related_name="written",
                        serialize=False,
                        to="games.letter",
                    ),
                ),
            ],
        ),
    ]
