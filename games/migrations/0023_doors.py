"""Tables are public or private, and a seat knows when its game ended."""

from typing import Any

from django.db import migrations, models
from django.db.models import OuterRef, Subquery


def tell_seats_and_tables(apps: Any, _schema_editor: Any) -> None:
    """Tell seats what their games know, and tables that fill the language of who opened them."""
    game, player, seat = (apps.get_model('games', name) for name in ('Game', 'Player', 'Seat'))
    ended = game.objects.filter(pk=OuterRef('game'), ended_at__isnull=False).values('ended_at')
    seat.objects.filter(game__ended_at__isnull=False).update(ended_at=Subquery(ended))
    spoken = player.objects.filter(pk=OuterRef('organiser')).values('language')
    game.objects.filter(status='open').update(language=Subquery(spoken))


class Migration(migrations.Migration):

    dependencies = [
        ('games', '0022_names'),
    ]

    operations = [
        migrations.AddField(
            model_name='game',
            name='language',
            field=models.CharField(choices=[('en', 'English'), ('de', 'German')], default='en', help_text='what is spoken there, as its organiser says', max_length=2),
        ),
        migrations.AddField(
            model_name='game',
            name='listed',
            field=models.BooleanField(default=False, help_text='whether it is public: in the lists, for anybody to sit or watch'),
        ),
        migrations.AddField(
            model_name='seat',
            name='ended_at',
            field=models.DateTimeField(help_text="its game's, told here too", null=True),
        ),
        migrations.AddIndex(
            model_name='game',
            index=models.Index(condition=models.Q(('listed', True), ('status__in', ('open', 'active'))), fields=['status', '-created_at'], name='game_listed'),
        ),
        migrations.AddIndex(
            model_name='seat',
            index=models.Index(condition=models.Q(('ended_at__isnull', True)), fields=['player'], name='seat_of_running'),
        ),
        migrations.AddIndex(
            model_name='seat',
            index=models.Index(condition=models.Q(('ended_at__isnull', False)), fields=['player', '-ended_at'], name='seat_of_ended'),
        ),
        migrations.RunPython(tell_seats_and_tables, migrations.RunPython.noop),
    ]
