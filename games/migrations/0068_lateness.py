from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("games", "0067_signals_in_cases")]

    operations = [
        migrations.CreateModel(
            name="Late",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("name", models.CharField(help_text="what was swept", max_length=20)),
                ("at", models.DateTimeField(help_text="when it was done")),
                ("late", models.DurationField()),
            ],
            options={"indexes": [models.Index(fields=["at"], name="late_by_time")]},
        ),
    ]
