"""Reports of talk become cases. What was reported before stays as it was said then."""

import secrets
from typing import Any

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models

LETTERS = "abcdefghjkmnpqrstuvwxyz23456789"
CAUSES = "move,form,order,clock,bot,time-out,deal,league,act,system"
WATCH = f"""
SELECT saboteur_watch('games_case');
SELECT saboteur_watch('games_objection');
SELECT saboteur_watch('games_claim', '{{touched_at}}');
SELECT saboteur_watch('games_letter', '{{}}', '{{{CAUSES},post}}');
"""


def fold(apps: Any, _schema_editor: Any) -> None:
    """Let each report lie in a case: one for each reporter, person and game that is open."""
    Case, Game, Report = (apps.get_model("games", name) for name in ("Case", "Game", "Report"))
    open_cases: dict[tuple[int, int, str], Any] = {}
    for row in Report.objects.order_by("made_at", "pk").iterator():
        who = (row.by_id, row.about_id, row.key)
        case = open_cases.get(who) if row.closed_at is None else None
        if case is None:
            case = Case.objects.create(
                reference="".join(secrets.choice(LETTERS) for _ in range(10)),
                by_id=row.by_id,
                about_id=row.about_id,
                game=Game.objects.filter(key=row.key).only("pk").first(),
                key=row.key,
                kind="talk",
                called=row.name,
                made_at=row.made_at,
                finding="looked-at" if row.closed_at else "",
                decided_at=row.closed_at,
            )
            if row.closed_at is None:
                open_cases[who] = case
        said = {
            "name": row.name,
            "text": row.said,
            "at": row.said_at.isoformat(),
            "room": row.room,
            "reported": True,
        }
        row.case, row.frozen = case, {"at": row.made_at.isoformat(), "called": row.name, "talk": [said]}
        row.save(update_fields=("case", "frozen"))


class Migration(migrations.Migration):

    dependencies = [
        ('games', '0060_void'),
    ]

    operations = [
        migrations.CreateModel(
            name='Case',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('reference', models.CharField(help_text='which its reporter knows', max_length=10, unique=True)),
                ('key', models.CharField(blank=True, help_text='of the game, also if it is gone', max_length=10)),
                ('kind', models.CharField(choices=[('talk', 'Talk'), ('name', 'Name'), ('stalling', 'Stalling'), ('collusion', 'Collusion'), ('accounts', 'Accounts'), ('invitations', 'Invitations'), ('moderator', 'Moderator')], help_text='of its first report', max_length=11)),
                ('threat', models.BooleanField(default=False, help_text='whether somebody is threatened')),
                ('called', models.CharField(blank=True, help_text='as whom its reporter knew the reported', max_length=50)),
                ('made_at', models.DateTimeField()),
                ('version', models.PositiveIntegerField(default=1, help_text='counts with every change')),
                ('question', models.CharField(blank=True, help_text='last put to its reporter', max_length=500)),
                ('asked_at', models.DateTimeField(help_text='when; empty once he has answered', null=True)),
                ('finding', models.CharField(blank=True, choices=[('breach', 'Breach'), ('no-breach', 'No Breach'), ('unprovable', 'Unprovable'), ('abuse', 'Abuse'), ('joined', 'Joined'), ('looked-at', 'Looked At')], max_length=10)),
                ('decided_at', models.DateTimeField(null=True)),
            ],
        ),
        migrations.CreateModel(
            name='Claim',
            fields=[
                ('by', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, primary_key=True, related_name='+', serialize=False, to=settings.AUTH_USER_MODEL)),
                ('touched_at', models.DateTimeField()),
            ],
        ),
        migrations.CreateModel(
            name='Objection',
            fields=[
                ('act', models.OneToOneField(help_text='by which it was decided', on_delete=django.db.models.deletion.PROTECT, primary_key=True, related_name='objection', serialize=False, to='games.act')),
                ('said', models.TextField()),
                ('made_at', models.DateTimeField()),
                ('version', models.PositiveIntegerField(default=1, help_text='counts with every change')),
                ('answer', models.CharField(blank=True, choices=[('stands', 'Stands'), ('changed', 'Changed'), ('lifted', 'Lifted')], max_length=8)),
                ('message', models.CharField(blank=True, help_text='a word to who appealed', max_length=300)),
                ('answered_at', models.DateTimeField(null=True)),
            ],
        ),
        migrations.AlterModelOptions(
            name='report',
            options={'ordering': ('id',)},
        ),
        migrations.AddField(
            model_name='report',
            name='enclosed',
            field=models.JSONField(help_text="what the reporter's own seat saw, if he chose", null=True),
        ),
        migrations.AddField(
            model_name='report',
            name='frozen',
            field=models.JSONField(default=dict, help_text='what everybody could see then'),
        ),
        migrations.AddField(
            model_name='report',
            name='kind',
            field=models.CharField(choices=[('talk', 'Talk'), ('name', 'Name'), ('stalling', 'Stalling'), ('collusion', 'Collusion'), ('accounts', 'Accounts'), ('invitations', 'Invitations'), ('moderator', 'Moderator')], default='talk', max_length=11),
        ),
        migrations.AlterField(
            model_name='letter',
            name='kind',
            field=models.CharField(choices=[('sign-in', 'Sign In'), ('invitation', 'Invitation'), ('seated', 'Seated'), ('declined', 'Declined'), ('withdrawn', 'Withdrawn'), ('lapsed', 'Lapsed'), ('terms', 'Terms'), ('cancelled', 'Cancelled'), ('ready', 'Ready'), ('started', 'Started'), ('turn', 'Turn'), ('reminder', 'Reminder'), ('digest', 'Digest'), ('timed-out', 'Timed Out'), ('round', 'Round'), ('result', 'Result'), ('outage', 'Outage'), ('held', 'Held'), ('extended', 'Extended'), ('news', 'News'), ('offer', 'Offer'), ('replaced', 'Replaced'), ('vacation', 'Vacation'), ('old-address', 'Old Address'), ('new-address', 'New Address'), ('deletion', 'Deletion'), ('passkey', 'Passkey'), ('household', 'Household'), ('reach', 'Reach'), ('recovered', 'Recovered'), ('links', 'Links'), ('question', 'Question'), ('verdict', 'Verdict'), ('appeal', 'Appeal'), ('glass', 'Glass'), ('sanction', 'Sanction'), ('lifted', 'Lifted')], max_length=12),
        ),
        migrations.AddField(
            model_name='case',
            name='about',
            field=models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL),
        ),
        migrations.AddField(
            model_name='case',
            name='by',
            field=models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL),
        ),
        migrations.AddField(
            model_name='case',
            name='concerned',
            field=models.ForeignKey(help_text='for whom something follows: he alone is told what, and may appeal', null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL),
        ),
        migrations.AddField(
            model_name='case',
            name='decided_by',
            field=models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL),
        ),
        migrations.AddField(
            model_name='case',
            name='game',
            field=models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='cases', to='games.game'),
        ),
        migrations.AddField(
            model_name='case',
            name='joined',
            field=models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='joins', to='games.case'),
        ),
        migrations.AddField(
            model_name='letter',
            name='case',
            field=models.ForeignKey(null=True, on_delete=django.db.models.deletion.CASCADE, to='games.case'),
        ),
        migrations.AddField(
            model_name='report',
            name='case',
            field=models.ForeignKey(null=True, on_delete=django.db.models.deletion.CASCADE, related_name='reports', to='games.case'),
        ),
        migrations.AddField(
            model_name='claim',
            name='case',
            field=models.OneToOneField(null=True, on_delete=django.db.models.deletion.CASCADE, related_name='claim', to='games.case'),
        ),
        migrations.AddField(
            model_name='objection',
            name='answered_by',
            field=models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL),
        ),
        migrations.AddField(
            model_name='objection',
            name='by',
            field=models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL),
        ),
        migrations.AddField(
            model_name='objection',
            name='case',
            field=models.OneToOneField(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='objection', to='games.case'),
        ),
        migrations.AddField(
            model_name='claim',
            name='objection',
            field=models.OneToOneField(null=True, on_delete=django.db.models.deletion.CASCADE, related_name='claim', to='games.objection'),
        ),
        migrations.AddField(
            model_name='letter',
            name='objection',
            field=models.ForeignKey(null=True, on_delete=django.db.models.deletion.CASCADE, to='games.objection'),
        ),
        migrations.AddIndex(
            model_name='case',
            index=models.Index(condition=models.Q(('decided_at', None)), fields=['made_at'], name='case_open'),
        ),
        migrations.AddIndex(
            model_name='case',
            index=models.Index(fields=['by', '-made_at'], name='case_by_reporter'),
        ),
        migrations.AddIndex(
            model_name='case',
            index=models.Index(fields=['about', '-made_at'], name='case_by_reported'),
        ),
        migrations.AddConstraint(
            model_name='case',
            constraint=models.UniqueConstraint(condition=models.Q(('decided_at', None)), fields=('by', 'about', 'key'), name='case_open_once'),
        ),
        migrations.AddConstraint(
            model_name='case',
            constraint=models.CheckConstraint(condition=models.Q(('finding', ''), ('decided_at__isnull', False), _connector='XOR'), name='case_decided_at_a_time'),
        ),
        migrations.AddConstraint(
            model_name='case',
            constraint=models.CheckConstraint(condition=models.Q(('finding', 'joined'), ('joined', None), _connector='XOR'), name='case_joined_to_another'),
        ),
        migrations.AddConstraint(
            model_name='case',
            constraint=models.CheckConstraint(condition=models.Q(('concerned', None), ('finding__in', ('breach', 'abuse')), _connector='OR'), name='case_concerns_somebody'),
        ),
        migrations.AddIndex(
            model_name='objection',
            index=models.Index(condition=models.Q(('answered_at', None)), fields=['made_at'], name='objection_open'),
        ),
        migrations.AddConstraint(
            model_name='objection',
            constraint=models.CheckConstraint(condition=models.Q(('answer', ''), ('answered_at__isnull', False), _connector='XOR'), name='objection_answered_at_a_time'),
        ),
        migrations.AddConstraint(
            model_name='claim',
            constraint=models.CheckConstraint(condition=models.Q(('case', None), ('objection', None), _connector='XOR'), name='claim_of_one_thing'),
        ),
        migrations.RunPython(fold, migrations.RunPython.noop),
        # What was just written is checked now: tables with checks that wait cannot be altered.
        migrations.RunSQL("SET CONSTRAINTS ALL IMMEDIATE", migrations.RunSQL.noop),
        migrations.RemoveConstraint(
            model_name='report',
            name='report_one_per_remark',
        ),
        migrations.RemoveField(
            model_name='report',
            name='about',
        ),
        migrations.RemoveField(
            model_name='report',
            name='by',
        ),
        migrations.RemoveField(
            model_name='report',
            name='closed_at',
        ),
        migrations.RemoveField(
            model_name='report',
            name='key',
        ),
        migrations.RemoveField(
            model_name='report',
            name='name',
        ),
        migrations.RemoveField(
            model_name='report',
            name='room',
        ),
        migrations.RemoveField(
            model_name='report',
            name='said',
        ),
        migrations.RemoveField(
            model_name='report',
            name='said_at',
        ),
        migrations.AlterField(
            model_name='report',
            name='case',
            field=models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='reports', to='games.case'),
        ),
        migrations.AlterField(
            model_name='report',
            name='kind',
            field=models.CharField(choices=[('talk', 'Talk'), ('name', 'Name'), ('stalling', 'Stalling'), ('collusion', 'Collusion'), ('accounts', 'Accounts'), ('invitations', 'Invitations'), ('moderator', 'Moderator')], max_length=11),
        ),
        migrations.RunSQL(WATCH, migrations.RunSQL.noop),
    ]
