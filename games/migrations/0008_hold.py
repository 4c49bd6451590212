"""Operators may hold the whole service: since when, and why."""

from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('games', '0007_seats_and_records'),
    ]

    operations = [
        migrations.AddField(
            model_name='outage',
            name='reason',
            field=models.CharField(blank=True, help_text='why the operators held the service, if they did', max_length=200),
        ),
        migrations.AddField(
            model_name='pulse',
            name='held_at',
            field=models.DateTimeField(help_text='since when the operators hold the whole service', null=True),
        ),
        migrations.AddField(
            model_name='pulse',
            name='reason',
            field=models.CharField(blank=True, help_text='why; every player reads it', max_length=200),
        ),
    ]
