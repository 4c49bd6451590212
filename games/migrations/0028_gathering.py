"""Invitations with words, a language and an end; terms that change; games played once more."""

import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('games', '0027_leaving'),
    ]

    operations = [
        migrations.AddField(
            model_name='game',
            name='rematch_of',
            field=models.ForeignKey(editable=False, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='rematches', to='games.game'),
        ),
        migrations.AddField(
            model_name='game',
            name='terms_epoch',
            field=models.PositiveIntegerField(default=0, help_text='how often its terms were changed before the start'),
        ),
        migrations.AddField(
            model_name='invitation',
            name='language',
            field=models.CharField(blank=True, choices=[('en', 'English'), ('de', 'German')], help_text='of letters to who is unknown here', max_length=2),
        ),
        migrations.AddField(
            model_name='invitation',
            name='message',
            field=models.TextField(blank=True, help_text="the organiser's own words, plain text"),
        ),
        migrations.AddField(
            model_name='invitation',
            name='reply_by',
            field=models.DateTimeField(help_text='after that it lapses', null=True),
        ),
        migrations.AddField(
            model_name='invitation',
            name='seat_epoch',
            field=models.PositiveIntegerField(help_text='of the links of the seat that was taken by it', null=True),
        ),
        migrations.AlterField(
            model_name='invitation',
            name='status',
            field=models.CharField(choices=[('pending', 'Pending'), ('accepted', 'Accepted'), ('declined', 'Declined'), ('withdrawn', 'Withdrawn'), ('lapsed', 'Lapsed')], default='pending', max_length=10),
        ),
        migrations.AlterField(
            model_name='letter',
            name='kind',
            field=models.CharField(choices=[('sign-in', 'Sign In'), ('invitation', 'Invitation'), ('seated', 'Seated'), ('declined', 'Declined'), ('withdrawn', 'Withdrawn'), ('lapsed', 'Lapsed'), ('terms', 'Terms'), ('cancelled', 'Cancelled'), ('ready', 'Ready'), ('started', 'Started'), ('turn', 'Turn'), ('reminder', 'Reminder'), ('timed-out', 'Timed Out'), ('round', 'Round'), ('result', 'Result'), ('outage', 'Outage'), ('news', 'News'), ('offer', 'Offer'), ('replaced', 'Replaced'), ('vacation', 'Vacation'), ('old-address', 'Old Address'), ('new-address', 'New Address'), ('deletion', 'Deletion')], max_length=12),
        ),
        migrations.AddIndex(
            model_name='invitation',
            index=models.Index(condition=models.Q(('reply_by__isnull', False), ('status', 'pending')), fields=['reply_by'], name='invitation_reply_by'),
        ),
        migrations.AddConstraint(
            model_name='game',
            constraint=models.UniqueConstraint(condition=models.Q(('status', 'cancelled'), _negated=True), fields=('rematch_of',), name='game_one_rematch'),
        ),
    ]
