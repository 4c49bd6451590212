from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("games", "0089_bounds")]

    operations = [
        migrations.AddField(
            model_name="player",
            name="link_epoch",
            field=models.PositiveIntegerField(
                default=0, help_text="of what letters open for him that are about no seat"
            ),
        ),
    ]
