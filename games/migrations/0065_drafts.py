from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("games", "0064_record_through_glass")]

    operations = [
        migrations.AddField(
            model_name="orders",
            name="draft",
            field=models.CharField(
                blank=True,
                help_text="a move that a closed table refused: it plays nothing",
                max_length=100,
            ),
        ),
        migrations.AddField(
            model_name="orders",
            name="drafted",
            field=models.PositiveIntegerField(
                help_text="the ply at which it was chosen", null=True
            ),
        ),
    ]
