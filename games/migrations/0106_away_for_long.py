"""Leagues hear who is away for longer than his table pays for."""

from django.db import migrations, models

WATCH = "SELECT saboteur_watch('games_leaguetable');"


class Migration(migrations.Migration):
    dependencies = [
        ("games", "0105_unheeded"),
    ]

    operations = [
        migrations.AddField(
            model_name="leaguetable",
            name="heard",
            field=models.BigIntegerField(
                db_default=0,
                default=0,
                help_text="the last line of its record that was heeded of who is away for long",
            ),
        ),
        migrations.AddIndex(
            model_name="entry",
            index=models.Index(
                condition=models.Q(("act__in", ("announced", "came-home", "stays"))),
                fields=["made_at"],
                name="entry_of_absence",
            ),
        ),
        migrations.RunSQL(WATCH, migrations.RunSQL.noop),
    ]
