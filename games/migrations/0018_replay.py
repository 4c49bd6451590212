"""What seats set for themselves is kept, so that a game can be played again."""

import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('games', '0017_presence'),
    ]

    operations = [
        migrations.CreateModel(
            name='Setting',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('ply', models.PositiveIntegerField(help_text='the last one made before it')),
                ('seat', models.PositiveSmallIntegerField()),
                ('notation', models.CharField(max_length=100)),
                ('made_at', models.DateTimeField()),
                ('game', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='settings', to='games.game')),
            ],
            options={
                'ordering': ('game', 'id'),
            },
        ),
    ]
