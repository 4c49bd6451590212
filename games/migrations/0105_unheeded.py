"""What follows from news of letters is found where nobody came to do it."""

from django.db import migrations, models

WATCH = """
SELECT saboteur_watch('games_letter', '{}',
    '{move,form,order,clock,bot,time-out,deal,league,act,system,post}');
"""


class Migration(migrations.Migration):
    dependencies = [
        ("games", "0104_sending_goes_with_its_letter"),
    ]

    operations = [
        migrations.AddField(
            model_name="letter",
            name="whom",
            field=models.CharField(
                blank=True,
                db_default="",
                default="",
                help_text="until then, a mark of the address that it is about, see games/links.py",
                max_length=8,
            ),
        ),
        migrations.AddIndex(
            model_name="letter",
            index=models.Index(
                condition=models.Q(("heeded", False)),
                fields=["heard_at"],
                name="letter_unheeded",
            ),
        ),
        migrations.RunSQL(WATCH, migrations.RunSQL.noop),
    ]
