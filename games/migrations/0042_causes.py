"""The log is only added to, and what is watched changes for a cause that is named; or not at all.

Further tables are watched by a migration that calls `saboteur_watch`; see games/log/rules.py.
"""

from django.db import migrations

# Every role is refused, the owner too: who takes a trigger off has left the ways of the service.
ONLY_ADDED_TO = """
CREATE FUNCTION saboteur_refuse() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    RAISE EXCEPTION '%: % is refused, lines are only added', TG_TABLE_NAME, TG_OP
        USING ERRCODE = 'insufficient_privilege';
END $$;

CREATE TRIGGER only_added_to BEFORE UPDATE OR DELETE OR TRUNCATE ON games_line
    FOR EACH STATEMENT EXECUTE FUNCTION saboteur_refuse();
CREATE TRIGGER only_added_to BEFORE UPDATE OR DELETE OR TRUNCATE ON games_change
    FOR EACH STATEMENT EXECUTE FUNCTION saboteur_refuse();
CREATE TRIGGER only_added_to BEFORE UPDATE OR DELETE OR TRUNCATE ON games_check
    FOR EACH STATEMENT EXECUTE FUNCTION saboteur_refuse();

CREATE FUNCTION saboteur_chain() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE last games_line;
BEGIN
    SELECT * INTO last FROM games_line ORDER BY number DESC LIMIT 1;
    IF NEW.number <> coalesce(last.number, 0) + 1
        OR NEW.previous <> coalesce(last.hash, repeat('0', 64))
        OR NEW.hash <> encode(sha256(convert_to(NEW.text, 'UTF8')), 'hex')
    THEN
        RAISE EXCEPTION 'line % does not follow line %', NEW.number, last.number
            USING ERRCODE = 'check_violation';
    END IF;
    RETURN NEW;
END $$;

CREATE TRIGGER follows BEFORE INSERT ON games_line
    FOR EACH ROW EXECUTE FUNCTION saboteur_chain();
"""

CAUSES = """
CREATE FUNCTION saboteur_no_cause() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    RAISE EXCEPTION '%: % without a cause is refused; this transaction names "%"',
        TG_TABLE_NAME, TG_OP, current_setting('saboteur.cause', true)
        USING ERRCODE = 'insufficient_privilege';
END $$;

-- What no player did is noted by its digests, for the line that says why.
CREATE FUNCTION saboteur_note() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
    request uuid := split_part(current_setting('saboteur.cause'), ' ', 2);
    was text := '';
BEGIN
    IF TG_OP = 'UPDATE' THEN
        IF OLD IS NOT DISTINCT FROM NEW THEN RETURN NULL; END IF;
        was := encode(sha256(convert_to(OLD::text, 'UTF8')), 'hex');
    END IF;
    INSERT INTO games_change (request, "table", rows, was, became) VALUES (
        request, TG_TABLE_NAME, 1, was, encode(sha256(convert_to(NEW::text, 'UTF8')), 'hex')
    );
    RETURN NULL;
END $$;

CREATE FUNCTION saboteur_note_removal() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    INSERT INTO games_change (request, "table", rows, was, became)
    SELECT split_part(current_setting('saboteur.cause'), ' ', 2)::uuid, TG_TABLE_NAME, count(*),
        encode(sha256(convert_to(string_agg(gone::text, E'\\n'), 'UTF8')), 'hex'), ''
    FROM gone HAVING count(*) > 0;
    RETURN NULL;
END $$;

-- A transaction that changes something for a cause that only the log tells writes its one line,
-- and writes it last: asked when it commits.
CREATE FUNCTION saboteur_has_a_line() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF NOT EXISTS (SELECT FROM games_line WHERE request = NEW.request) THEN
        RAISE EXCEPTION '% was changed and no line of the log says why', NEW."table"
            USING ERRCODE = 'insufficient_privilege';
    END IF;
    RETURN NULL;
END $$;

CREATE CONSTRAINT TRIGGER has_a_line AFTER INSERT ON games_change DEFERRABLE INITIALLY DEFERRED
    FOR EACH ROW EXECUTE FUNCTION saboteur_has_a_line();

CREATE FUNCTION saboteur_is_last() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE changed bigint;
BEGIN
    SELECT coalesce(sum(rows), 0) INTO changed FROM games_change WHERE request = NEW.request;
    IF changed <> NEW.changes THEN
        RAISE EXCEPTION 'line % tells of % rows, its transaction changed %',
            NEW.number, NEW.changes, changed USING ERRCODE = 'check_violation';
    END IF;
    RETURN NULL;
END $$;

CREATE CONSTRAINT TRIGGER is_last AFTER INSERT ON games_line DEFERRABLE INITIALLY DEFERRED
    FOR EACH ROW EXECUTE FUNCTION saboteur_is_last();

-- What bots, clocks and the deal do is told by the game's own record, in the same transaction.
CREATE FUNCTION saboteur_recorded() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    PERFORM set_config('saboteur.recorded',
        concat(current_setting('saboteur.recorded', true), ' ', NEW.game_id, ' '), true);
    RETURN NULL;
END $$;

CREATE FUNCTION saboteur_has_a_record() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF position(concat(' ', NEW.id, ' ')
        IN coalesce(current_setting('saboteur.recorded', true), '')) = 0
    THEN
        RAISE EXCEPTION 'game % was changed and nothing in its record says why', NEW.id
            USING ERRCODE = 'insufficient_privilege';
    END IF;
    RETURN NULL;
END $$;

-- Watches a table, but for some of its columns; said again where a column was added to it. All of
-- these look at the cause before they call anything: a player's move costs next to nothing.
CREATE FUNCTION saboteur_watch(
    watched regclass,
    but_for text[] DEFAULT '{}',
    causes text[] DEFAULT '{move,form,order,clock,bot,time-out,deal,league,act,system}'
) RETURNS void LANGUAGE plpgsql AS $watch$
DECLARE
    cause text := $$split_part(coalesce(current_setting('saboteur.cause', true), ''), ' ', 1)$$;
    unnamed text := format('%s <> ALL (%L::text[])', cause, causes);
    logged text := format('%s IN (''league'', ''act'', ''system'')', cause);
    columns text[] := ARRAY(
        SELECT quote_ident(attname) FROM pg_attribute WHERE attrelid = watched AND attnum > 0
        AND NOT attisdropped AND attname <> ALL (but_for) ORDER BY attnum);
    own text := array_to_string(columns, ', ');
    differs text := format('(OLD.%s) IS DISTINCT FROM (NEW.%s)',
        array_to_string(columns, ', OLD.'), array_to_string(columns, ', NEW.'));
    each text;
BEGIN
    FOREACH each IN ARRAY ARRAY['has_a_cause', 'changes_for_a_cause', 'is_never_emptied',
        'is_noted', 'removal_is_noted']
    LOOP EXECUTE format('DROP TRIGGER IF EXISTS %I ON %s', each, watched); END LOOP;
    EXECUTE format('CREATE TRIGGER has_a_cause BEFORE INSERT OR DELETE ON %s FOR EACH ROW
        WHEN (%s) EXECUTE FUNCTION saboteur_no_cause()', watched, unnamed);
    EXECUTE format('CREATE TRIGGER changes_for_a_cause BEFORE UPDATE OF %s ON %s FOR EACH ROW
        WHEN (%s AND %s) EXECUTE FUNCTION saboteur_no_cause()', own, watched, unnamed, differs);
    EXECUTE format('CREATE TRIGGER is_never_emptied BEFORE TRUNCATE ON %s FOR EACH STATEMENT
        EXECUTE FUNCTION saboteur_no_cause()', watched);
    EXECUTE format('CREATE TRIGGER is_noted AFTER INSERT OR UPDATE OF %s ON %s FOR EACH ROW
        WHEN (%s) EXECUTE FUNCTION saboteur_note()', own, watched, logged);
    EXECUTE format('CREATE TRIGGER removal_is_noted AFTER DELETE ON %s
        REFERENCING OLD TABLE AS gone FOR EACH STATEMENT
        WHEN (%s) EXECUTE FUNCTION saboteur_note_removal()', watched, logged);
END $watch$;
"""

CAUSES_OF_ALL = "move,form,order,clock,bot,time-out,deal,league,act,system"

WATCHED = {
    "games_game": "look_at,alone_at",
    "games_seat": "here_at",
    "games_move": "",
    "games_entry": "",
    "games_setting": "",
    "games_part": "",
    "games_kept": "",
    "games_appeal": "",
    "games_pulse": "last_at",
    "games_outage": "worked_at",
    "games_role": "",
    "games_act": "",
    "games_player_groups": "",
    "games_player_user_permissions": "",
}
"""Each table with the columns that may change without a cause."""

WATCH = "".join(
    f"SELECT saboteur_watch('{table}', '{{{columns}}}');"
    for table, columns in WATCHED.items()
)

WATCH_OTHERS = """
-- A letter goes its way without a line for each step.
SELECT saboteur_watch('games_letter', '{}', '{%(causes)s,post}');

-- Of people only their roles are watched.
SELECT saboteur_watch('games_player', ARRAY(
    SELECT attname FROM pg_attribute WHERE attrelid = 'games_player'::regclass AND attnum > 0
    AND attname NOT IN ('is_staff', 'is_superuser')
), '{%(causes)s}');
DROP TRIGGER has_a_cause ON games_player;
CREATE TRIGGER has_a_cause BEFORE INSERT ON games_player FOR EACH ROW
    WHEN ((NEW.is_staff OR NEW.is_superuser)
        AND split_part(coalesce(current_setting('saboteur.cause', true), ''), ' ', 1)
            <> ALL ('{%(causes)s}'))
    EXECUTE FUNCTION saboteur_no_cause();

CREATE TRIGGER is_recorded AFTER INSERT ON games_move FOR EACH ROW
    WHEN (current_setting('saboteur.cause', true) IN ('bot', 'time-out', 'deal'))
    EXECUTE FUNCTION saboteur_recorded();
CREATE TRIGGER is_recorded AFTER INSERT ON games_entry FOR EACH ROW
    WHEN (current_setting('saboteur.cause', true) IN ('bot', 'time-out', 'deal'))
    EXECUTE FUNCTION saboteur_recorded();
CREATE CONSTRAINT TRIGGER has_a_record AFTER INSERT OR UPDATE ON games_game
    DEFERRABLE INITIALLY DEFERRED FOR EACH ROW
    WHEN (current_setting('saboteur.cause', true) IN ('bot', 'time-out', 'deal'))
    EXECUTE FUNCTION saboteur_has_a_record();
""" % {"causes": CAUSES_OF_ALL}


class Migration(migrations.Migration):

    dependencies = [("games", "0041_table_agrees")]

    operations = [
        migrations.RunSQL(ONLY_ADDED_TO, migrations.RunSQL.noop),
        migrations.RunSQL(CAUSES, migrations.RunSQL.noop),
        migrations.RunSQL(WATCH, migrations.RunSQL.noop),
        migrations.RunSQL(WATCH_OTHERS, migrations.RunSQL.noop),
    ]
