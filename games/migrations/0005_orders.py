"""What seats have ordered beforehand, and when it is looked at."""

import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('games', '0004_entries'),
    ]

    operations = [
        migrations.CreateModel(
            name='Orders',
            fields=[
                ('seat', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, primary_key=True, serialize=False, to='games.seat')),
                ('following', models.JSONField(default=list, help_text="lines for the seat's next turn")),
                ('standing', models.JSONField(default=list, help_text='lines until the round ends')),
                ('unhurried', models.BooleanField(default=False, help_text="the player's own wish")),
                ('version', models.PositiveIntegerField(default=0, help_text='which lists a form was drawn from')),
                ('after', models.IntegerField(help_text='mark of the turn that ran when `following` was written: it comes next', null=True)),
                ('surprised', models.BooleanField(default=False, help_text='caution holds the lists back')),
                ('failed', models.JSONField(default=dict, help_text='by number, why the lines of a void list failed')),
                ('ordered_from', models.PositiveIntegerField(help_text='the first ply made by order since a move by hand', null=True)),
                ('look_at', models.DateTimeField(help_text='when the present ask is looked at', null=True)),
            ],
        ),
        migrations.AddField(
            model_name='game',
            name='look_at',
            field=models.DateTimeField(help_text='when orders of a seat are looked at next; told to nobody', null=True),
        ),
        migrations.AddIndex(
            model_name='game',
            index=models.Index(condition=models.Q(('status', 'active'), ('stuck__lt', 3), ('look_at__isnull', False)), fields=['look_at', 'id'], name='game_look'),
        ),
    ]
