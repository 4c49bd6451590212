import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("games", "0066_emptied_cases")]

    operations = [
        migrations.AddField(
            model_name="signal",
            name="case",
            field=models.ForeignKey(
                help_text="in which it lies, as it was found then",
                null=True,
                on_delete=django.db.models.deletion.PROTECT,
                related_name="signals",
                to="games.case",
            ),
        ),
        migrations.AddConstraint(
            model_name="signal",
            constraint=models.CheckConstraint(
                condition=models.Q(("state", "case"), ("case", None), _connector="XOR"),
                name="signal_lies_in_a_case",
            ),
        ),
    ]
