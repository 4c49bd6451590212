from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("games", "0065_drafts")]

    operations = [
        migrations.AddField(
            model_name="case",
            name="emptied_at",
            field=models.DateTimeField(
                help_text="when what lay in it was emptied; the verdict stays", null=True
            ),
        ),
        migrations.AddField(
            model_name="report",
            name="digest",
            field=models.CharField(
                blank=True,
                help_text="keyed, of what was emptied: a copy can be compared",
                max_length=32,
            ),
        ),
        migrations.RunSQL("SELECT saboteur_watch('games_case')", migrations.RunSQL.noop),
    ]
