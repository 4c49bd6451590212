from django.db import migrations, models

WATCH = "SELECT saboteur_watch('games_season'); SELECT saboteur_watch('games_entrant');"


class Migration(migrations.Migration):
    dependencies = [("games", "0080_leagues")]

    operations = [
        migrations.AddField(
            model_name="season",
            name="draft",
            field=models.JSONField(
                default=dict,
                help_text="who goes to which division and why, see services/arranging.py",
            ),
        ),
        migrations.AddField(
            model_name="entrant",
            name="carried",
            field=models.PositiveSmallIntegerField(
                default=0, help_text="with which card he came in, see rules/cards.py"
            ),
        ),
        migrations.AddField(
            model_name="entrant",
            name="card",
            field=models.PositiveSmallIntegerField(default=0, help_text="which one he has now"),
        ),
        migrations.RunSQL(WATCH, migrations.RunSQL.noop),
    ]
