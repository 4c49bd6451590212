"""Emails remember when they were first due, and an outage of the mail server has a row."""

from django.db import migrations, models

WATCH = """
SELECT saboteur_watch('games_letter', '{}',
    '{move,form,order,clock,bot,time-out,deal,league,act,system,post}');
"""


class Migration(migrations.Migration):
    dependencies = [
        ("games", "0120_refused_emails"),
    ]

    operations = [
        migrations.CreateModel(
            name="MailOutage",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("begun_at", models.DateTimeField()),
            ],
        ),
        migrations.AddField(
            model_name="letter",
            name="first_due_at",
            field=models.DateTimeField(
                help_text="when it was due before its first attempt", null=True
            ),
        ),
        migrations.AddField(
            model_name="alarm",
            name="told",
            # Alarms of before were mailed when they were written.
            field=models.BooleanField(default=True, help_text="whether that could be mailed"),
        ),
        migrations.AlterField(
            model_name="alarm",
            name="told",
            field=models.BooleanField(default=False, help_text="whether that could be mailed"),
        ),
        migrations.RunSQL(WATCH, migrations.RunSQL.noop),
    ]
