from django.db import migrations, models

# Who was asked to play again, and not by an address that the organiser had written.
NAMED = """
UPDATE games_invitation AS invitation SET called = seat.name
FROM games_game AS game, games_seat AS seat, games_player AS player
WHERE game.id = invitation.game_id AND seat.game_id = game.rematch_of_id
AND player.id = seat.player_id AND player.email = invitation.email
"""


class Migration(migrations.Migration):
    dependencies = [
        ("games", "0110_blocks"),
    ]

    operations = [
        migrations.AddField(
            model_name="invitation",
            name="called",
            field=models.CharField(
                blank=True,
                default="",
                help_text=(
                    "his name, where the organiser never wrote his address and is not to read it"
                ),
                max_length=50,
            ),
            preserve_default=False,
        ),
        migrations.RunSQL(NAMED, migrations.RunSQL.noop),
    ]
