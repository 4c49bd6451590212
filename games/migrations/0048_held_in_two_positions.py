"""A hold stops the clocks, or all; and who changes a game shares the service with all who do."""

from django.db import migrations, models

# What follows is read by a statement of the function's own, so it is what holds once the lock is
# there, and not what held when the caller's statement began.
SHARE = """
CREATE FUNCTION saboteur_share_service(
    OUT pulse_at timestamptz, OUT held_at timestamptz, OUT held_whole boolean
) LANGUAGE plpgsql VOLATILE AS $$
BEGIN
    PERFORM pg_advisory_xact_lock_shared(7305115362110977391);
    SELECT p.last_at, p.held_at, p.held_at IS NOT NULL AND p.position = 'all'
        INTO pulse_at, held_at, held_whole FROM games_pulse p;
    held_whole := coalesce(held_whole, false);
END $$;
"""

WATCHED = """
SELECT saboteur_watch('games_pulse', '{last_at}');
SELECT saboteur_watch('games_outage', '{worked_at}');
"""

POSITIONS = [("clocks", "Clocks"), ("all", "All")]


class Migration(migrations.Migration):

    dependencies = [("games", "0047_seats_by_decision")]

    operations = [
        migrations.AddField(
            "pulse",
            "begins_at",
            models.DateTimeField(
                null=True, help_text="when a hold begins that was announced"
            ),
        ),
        migrations.AddField(
            "pulse",
            "position",
            models.CharField(max_length=6, choices=POSITIONS, default="all"),
        ),
        migrations.AddField(
            "outage",
            "position",
            models.CharField(
                max_length=6,
                choices=POSITIONS,
                blank=True,
                default="",
                help_text="how the operators held the service: then every clock stood; else empty",
            ),
        ),
        migrations.AddConstraint(
            "pulse",
            models.CheckConstraint(
                condition=models.Q(held_at=None) | models.Q(begins_at=None),
                name="pulse_is_held_or_will_be",
            ),
        ),
        migrations.AlterField(
            model_name='letter',
            name='kind',
            field=models.CharField(choices=[('sign-in', 'Sign In'), ('invitation', 'Invitation'), ('seated', 'Seated'), ('declined', 'Declined'), ('withdrawn', 'Withdrawn'), ('lapsed', 'Lapsed'), ('terms', 'Terms'), ('cancelled', 'Cancelled'), ('ready', 'Ready'), ('started', 'Started'), ('turn', 'Turn'), ('reminder', 'Reminder'), ('digest', 'Digest'), ('timed-out', 'Timed Out'), ('round', 'Round'), ('result', 'Result'), ('outage', 'Outage'), ('held', 'Held'), ('news', 'News'), ('offer', 'Offer'), ('replaced', 'Replaced'), ('vacation', 'Vacation'), ('old-address', 'Old Address'), ('new-address', 'New Address'), ('deletion', 'Deletion'), ('passkey', 'Passkey'), ('household', 'Household'), ('links', 'Links')], max_length=12),
        ),
        migrations.RunSQL(WATCHED, migrations.RunSQL.noop),
        migrations.RunSQL(SHARE, "DROP FUNCTION saboteur_share_service()"),
    ]
