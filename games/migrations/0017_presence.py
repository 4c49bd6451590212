"""Letters wait for who sits at his table."""

from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('games', '0010_talk'),
    ]

    operations = [
        migrations.AddField(
            model_name='seat',
            name='here_at',
            field=models.DateTimeField(help_text='when its player last did something on the page of his table', null=True),
        ),
        migrations.AddField(
            model_name='letter',
            name='seen_at',
            field=models.DateTimeField(help_text='when it was first held back, its reader being at his table', null=True),
        ),
    ]
