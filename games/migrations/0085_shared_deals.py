from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("games", "0083_kept_as_written"),
    ]

    operations = [
        migrations.AddField(
            model_name="game",
            name="closed",
            field=models.BooleanField(
                default=False,
                editable=False,
                help_text="whether it is for its seats alone, since other tables yet play the same deal",
            ),
        ),
        migrations.AddIndex(
            model_name="game",
            index=models.Index(
                condition=models.Q(("closed", True)), fields=["id"], name="game_closed"
            ),
        ),
        migrations.AddField(
            model_name="leaguetable",
            name="apart",
            field=models.BooleanField(
                default=False,
                help_text="whether it is compared with no other table of its round's deal",
            ),
        ),
        migrations.AddField(
            model_name="round",
            name="secret",
            field=models.CharField(
                blank=True,
                help_text="of the deal that all its tables have, if they have one",
                max_length=32,
            ),
        ),
        migrations.AddField(
            model_name="round",
            name="told_at",
            field=models.DateTimeField(
                help_text="when that deal was told, its last table having ended", null=True
            ),
        ),
        # A further column of a watched table is watched, too.
        migrations.RunSQL(
            "SELECT saboteur_watch('games_game', '{look_at,alone_at}')",
            "SELECT saboteur_watch('games_game', '{look_at,alone_at,closed}')",
        ),
        migrations.RunSQL(
            "SELECT saboteur_watch('games_round')",
            "SELECT saboteur_watch('games_round', '{secret,told_at}')",
        ),
        migrations.RunSQL(
            "SELECT saboteur_watch('games_leaguetable')",
            "SELECT saboteur_watch('games_leaguetable', '{apart}')",
        ),
    ]
