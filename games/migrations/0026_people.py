"""Every player has a page under a key of his own; who was which dwarf is kept for it."""

import logging
import secrets
from typing import Any

import django.db.models.deletion
from django.db import migrations, models

import games.models
from engine.errors import EngineError
from engine.registry import ruleset

LETTERS = "abcdefghjkmnpqrstuvwxyz23456789"
CHUNK = 500


def draw_keys(apps: Any, _editor: object) -> None:
    """Give everybody a key that nobody can guess."""
    Player = apps.get_model("games", "Player")
    for player in Player.objects.only("pk").iterator(CHUNK):
        key = "".join(secrets.choice(LETTERS) for _ in range(10))
        Player.objects.filter(pk=player.pk).update(key=key)


def keep_parts(apps: Any, _editor: object) -> None:
    """Read from the last state of each game who was what in the rounds that are over.

    Who sat at a seat that has changed hands when a round ended is not known any more, nor what the
    rounds brought in which states did not keep that yet.
    """
    Game, Part = apps.get_model("games", "Game"), apps.get_model("games", "Part")
    for game in Game.objects.filter(status__in=("active", "finished")).iterator(CHUNK):
        people = [seat for seat in game.places.all() if seat.player_id is not None]
        passed_on = set(game.offers.filter(taken_by__isnull=False).values_list("seat", flat=True))
        if len(people) < 2:
            continue
        try:
            rules = ruleset(game.ruleset)
            rounds = rules.rounds(rules.load(game.state))
        except EngineError:
            logging.getLogger(__name__).warning("no rounds can be read from game %s", game.pk)
            continue
        Part.objects.bulk_create(
            Part(
                game=game,
                round=number,
                seat=seat.number,
                player_id=seat.player_id,
                role=score.roles[seat.number],
                gold=score.gold[seat.number],
            )
            for number, score in enumerate(rounds, 1)
            for seat in people
            if score.gold and seat.number not in passed_on
        )


class Migration(migrations.Migration):

    dependencies = [
        ('games', '0025_practice'),
    ]

    operations = [
        migrations.AddField(
            model_name='player',
            name='key',
            field=models.CharField(default='', editable=False, max_length=10),
        ),
        migrations.RunPython(draw_keys, migrations.RunPython.noop),
        migrations.AlterField(
            model_name='player',
            name='key',
            field=models.CharField(default=games.models.new_key, editable=False, max_length=10, unique=True),
        ),
        migrations.AddField(
            model_name='player',
            name='shown',
            field=models.JSONField(default=dict, help_text='what his page tells to whom, see games/people/rules/shown.py'),
        ),
        migrations.AlterField(
            model_name='player',
            name='name',
            field=models.CharField(blank=True, help_text='empty until he says one', max_length=40),
        ),
        migrations.CreateModel(
            name='Part',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('round', models.PositiveSmallIntegerField()),
                ('seat', models.PositiveSmallIntegerField()),
                ('role', models.CharField(max_length=20)),
                ('gold', models.SmallIntegerField(help_text='less than nothing if he lost some')),
                ('game', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='parts', to='games.game')),
                ('player', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='+', to='games.player')),
            ],
            options={
                'constraints': [models.UniqueConstraint(fields=('game', 'round', 'seat'), name='part_one_per_round')],
            },
        ),
        migrations.RunPython(keep_parts, migrations.RunPython.noop),
    ]
