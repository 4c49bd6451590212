"""Talk beside games: remarks, mutes, reports, and notes that are their owner's alone."""

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('games', '0009_appeals'),
    ]

    operations = [
        migrations.CreateModel(
            name='Notes',
            fields=[
                ('seat', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, primary_key=True, serialize=False, to='games.seat')),
                ('text', models.TextField(blank=True)),
                ('about', models.JSONField(default=dict, help_text='by number of another seat')),
                ('version', models.PositiveIntegerField(default=0, help_text='which notes a form was drawn from')),
            ],
            options={
                'verbose_name_plural': 'notes',
            },
        ),
        migrations.CreateModel(
            name='Remark',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('room', models.CharField(choices=[('table', 'table'), ('spectators', 'spectators')], max_length=10)),
                ('name', models.CharField(help_text='what he was called then', max_length=50)),
                ('text', models.TextField()),
                ('once', models.CharField(help_text='of form and text: sent twice, said once', max_length=32)),
                ('made_at', models.DateTimeField()),
                ('by', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('game', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='remarks', to='games.game')),
            ],
        ),
        migrations.CreateModel(
            name='Report',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('key', models.CharField(help_text='of the game', max_length=10)),
                ('room', models.CharField(choices=[('table', 'table'), ('spectators', 'spectators')], max_length=10)),
                ('name', models.CharField(help_text='what the speaker was called then', max_length=50)),
                ('said', models.TextField()),
                ('said_at', models.DateTimeField()),
                ('words', models.TextField(blank=True, help_text='what the reporter says about it')),
                ('made_at', models.DateTimeField()),
                ('closed_at', models.DateTimeField(help_text='when an operator was done with it', null=True)),
                ('about', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('by', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('remark', models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='reports', to='games.remark')),
            ],
            options={
                'ordering': ('-made_at',),
            },
        ),
        migrations.CreateModel(
            name='Mute',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('by', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('game', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='mutes', to='games.game')),
                ('whom', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='+', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'constraints': [models.UniqueConstraint(fields=('game', 'by', 'whom'), name='mute_one_per_pair')],
            },
        ),
        migrations.AddIndex(
            model_name='remark',
            index=models.Index(fields=['game', 'room', '-id'], name='remark_by_room'),
        ),
        migrations.AddIndex(
            model_name='remark',
            index=models.Index(fields=['game', 'by', '-made_at'], name='remark_by_person'),
        ),
        migrations.AddConstraint(
            model_name='remark',
            constraint=models.UniqueConstraint(fields=('game', 'by', 'once'), name='remark_said_once'),
        ),
        migrations.AddConstraint(
            model_name='report',
            constraint=models.UniqueConstraint(fields=('by', 'remark'), name='report_one_per_remark'),
        ),
    ]
