from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('games', '0125_mail_outages'),
    ]

    operations = [
        migrations.AddField(
            model_name='subscription',
            name='brief',
            field=models.BooleanField(db_default=False, default=False, help_text='whether a move by email is only confirmed'),
        ),
    ]
