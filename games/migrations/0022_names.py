"""Every game has a name; those that had none get one as if it were drawn when they were opened."""

from collections import defaultdict
from typing import Any

from django.db import migrations, models

from games.gathering.rules.names import drawn


def name_all(apps: Any, _schema_editor: Any) -> None:
    """Name each organiser's games in turn, so that those of one time differ."""
    game = apps.get_model("games", "Game")
    given: dict[int, list[str]] = defaultdict(list)
    named = []
    rows = game.objects.select_related("organiser").order_by("id")
    for row in rows.only("name", "organiser__language").iterator():
        others = given[row.organiser_id]
        row.name = drawn(row.organiser.language, others, chance=row.pk)
        # Differing from the last twenty is enough, and quick for who has thousands.
        others[:] = [*others[-20:], row.name]
        named.append(row)
        if len(named) == 1000:
            game.objects.bulk_update(named, ["name"])
            named.clear()
    game.objects.bulk_update(named, ["name"])


class Migration(migrations.Migration):

    dependencies = [
        ('games', '0021_strength'),
    ]

    operations = [
        migrations.AddField(
            model_name='game',
            name='name',
            field=models.CharField(default='', max_length=40),
            preserve_default=False,
        ),
        migrations.RunPython(name_all, migrations.RunPython.noop),
        migrations.AddConstraint(
            model_name='game',
            constraint=models.CheckConstraint(condition=~models.Q(('name', '')), name='game_has_a_name'),
        ),
    ]
