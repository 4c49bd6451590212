from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("games", "0113_invited_by_name"),
    ]

    operations = [
        migrations.AddField(
            model_name="signin",
            name="once",
            field=models.CharField(
                blank=True,
                default="",
                help_text="of the form: sent twice, one letter",
                max_length=32,
            ),
            preserve_default=False,
        ),
    ]
