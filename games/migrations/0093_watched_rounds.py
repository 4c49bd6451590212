from django.db import migrations

WATCH = "SELECT saboteur_watch('games_round'); SELECT saboteur_watch('games_leaguetable');"


class Migration(migrations.Migration):
    """The columns that shared deals added to rounds and tables change for a cause, too."""

    dependencies = [("games", "0092_replies")]

    operations = [migrations.RunSQL(WATCH, migrations.RunSQL.noop)]
