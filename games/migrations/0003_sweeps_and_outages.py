"""What the sweeps find games by, and what they keep of their own times."""

import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('games', '0002_time'),
    ]

    operations = [
        migrations.CreateModel(
            name='Outage',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('begun_at', models.DateTimeField()),
                ('ended_at', models.DateTimeField()),
                ('worked_at', models.DateTimeField(help_text='when all deadlines were moved; empty while some may still lie there', null=True)),
            ],
        ),
        migrations.CreateModel(
            name='Pulse',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('last_at', models.DateTimeField()),
            ],
        ),
        migrations.RemoveConstraint(
            model_name='letter',
            name='letter_one_per_reader',
        ),
        migrations.RemoveIndex(
            model_name='game',
            name='game_deadline',
        ),
        migrations.RemoveIndex(
            model_name='game',
            name='game_reminder',
        ),
        migrations.RemoveIndex(
            model_name='game',
            name='game_bot_asked',
        ),
        migrations.RemoveField(
            model_name='game',
            name='hours_per_turn',
        ),
        migrations.AddField(
            model_name='game',
            name='stuck',
            field=models.PositiveSmallIntegerField(default=0, help_text='how often sweeps failed here; set aside from the third time on'),
        ),
        migrations.AddField(
            model_name='player',
            name='quiet',
            field=models.CharField(blank=True, help_text='quiet hours on his own clock: 22:00-07:00', max_length=11),
        ),
        migrations.AlterField(
            model_name='game',
            name='deadline_at',
            field=models.DateTimeField(help_text='the first of all seats', null=True),
        ),
        migrations.AlterField(
            model_name='game',
            name='remind_at',
            field=models.DateTimeField(help_text='the next reminder of all seats', null=True),
        ),
        migrations.AlterField(
            model_name='letter',
            name='kind',
            field=models.CharField(choices=[('sign-in', 'Sign In'), ('invitation', 'Invitation'), ('seated', 'Seated'), ('declined', 'Declined'), ('withdrawn', 'Withdrawn'), ('cancelled', 'Cancelled'), ('ready', 'Ready'), ('started', 'Started'), ('turn', 'Turn'), ('reminder', 'Reminder'), ('timed-out', 'Timed Out'), ('round', 'Round'), ('result', 'Result'), ('outage', 'Outage')], max_length=12),
        ),
        migrations.AddIndex(
            model_name='game',
            index=models.Index(condition=models.Q(('status', 'active'), ('stuck__lt', 3), ('deadline_at__isnull', False)), fields=['deadline_at', 'id'], name='game_deadline'),
        ),
        migrations.AddIndex(
            model_name='game',
            index=models.Index(condition=models.Q(('status', 'active'), ('stuck__lt', 3), ('remind_at__isnull', False)), fields=['remind_at', 'id'], name='game_reminder'),
        ),
        migrations.AddIndex(
            model_name='game',
            index=models.Index(condition=models.Q(('status', 'active'), ('stuck__lt', 3), ('bot_asked', True)), fields=['id'], name='game_bot_asked'),
        ),
        migrations.AddConstraint(
            model_name='outage',
            constraint=models.CheckConstraint(condition=models.Q(('begun_at__lt', models.F('ended_at'))), name='outage_has_a_length'),
        ),
        migrations.AddField(
            model_name='letter',
            name='outage',
            field=models.ForeignKey(null=True, on_delete=django.db.models.deletion.CASCADE, to='games.outage'),
        ),
        migrations.AddConstraint(
            model_name='letter',
            constraint=models.UniqueConstraint(condition=models.Q(('kind', 'reminder'), _negated=True), fields=('game', 'seat', 'ply', 'kind'), name='letter_one_per_reader'),
        ),
        migrations.AddConstraint(
            model_name='letter',
            constraint=models.UniqueConstraint(fields=('outage', 'email'), name='letter_one_per_outage'),
        ),
        migrations.AddConstraint(
            model_name='pulse',
            constraint=models.CheckConstraint(condition=models.Q(('id', 1)), name='pulse_is_one'),
        ),
    ]
