"""The acts: what they ask, when it takes two, who gives what to whom, who lifts what."""

import pytest
from django.urls import reverse

from games import letters
from games.models import Act, Letter, Line, Player, Sanction
from games.sanctions import selectors
from games.services import invitations
from tests.games.cast import DAY, NOW, full_table, open_table, player, started
from tests.games.moderation.cast import confirmed, done, previewed, staff
from tests.games.pages.table import browser, text_of
from tests.games.sanctions.cast import given

pytestmark = pytest.mark.django_db
MUTE = {"why": "talk", "last": "2026-03-05"}


@pytest.fixture(autouse=True)
def now(set_clock) -> None:
    set_clock(NOW)


def asked(act: str, name: str = "bob", *, by: str = "mia", kind: str = "moderator", **typed):
    """Preview an act on somebody; its status and what its page says."""
    answer = previewed(browser(staff(by, kind)), act, player(name).key, **typed)
    return answer.status_code, text_of(answer.content.decode())


def test_it_holds_to_the_end_of_the_last_day_with_what_he_is_told():
    said = {"message": "Please be kind.", "reason": "he shouted at Ada"}
    done(staff("mia"), "mute", player("bob").key, **MUTE, **said)
    row = Sanction.objects.get()
    assert row.until == NOW.replace(day=6, hour=0)
    assert (row.kind, row.why, row.message) == ("mute", "talk", "Please be kind.")
    assert (row.note, row.by, row.by_host) == (said["reason"], player("mia"), False)
    assert row.reference == Act.objects.get().reference
    line = Line.objects.latest("number")
    assert (line.act, line.after) == ("mute", {"mute": row.until.isoformat()})
    letter = Letter.objects.get()
    assert (letter.kind, letter.email) == ("sanction", "bob@example.org")


@pytest.mark.parametrize("last", ["", "2026-02-27", "2027-03-03", "9999-12-31", "soon"])
def test_a_day_that_will_not_do_is_a_fault_of_the_form(last: str):
    assert asked("mute", **{**MUTE, "last": last})[0] == 400
    assert not Sanction.objects.exists()


def test_longer_than_thirty_days_takes_two():
    mia, bob = staff("mia"), player("bob")
    answer = done(mia, "mute", bob.key, **{**MUTE, "last": "2026-06-01"})
    assert answer.status_code == 202
    assert not selectors.runs(bob, "mute", now=NOW)
    row = Act.objects.get()
    there = reverse("moderation-asked", args=[row.reference])
    page = browser(staff("max")).get(there)
    assert "bob" in text_of(page.content.decode())
    sent = {"answer": "yes", "digest": row.digest}
    assert browser(staff("max")).post(there, sent).status_code == 303
    assert selectors.runs(bob, "mute", now=NOW + 90 * DAY)


def test_nobody_sanctions_himself_a_host_or_his_fellow():
    staff("max")
    staff("hal", "host")
    for name in ("max", "hal"):
        status, page = asked("mute", name, **MUTE)
        assert status == 409
        assert "sanction yourself, a host" in page
    assert asked("mute", "mia", **MUTE)[0] == 403
    assert asked("mute", "max", by="hal", kind="host", **MUTE)[0] == 200


def test_nobody_sanctions_with_whom_he_plays_nor_reads_what_is_noted_of_him():
    given("bob", "note", note="a secret of ours", by=staff("max"))
    started(("alice", "bob", "mia"))
    assert asked("mute", **MUTE)[0] == 403
    there = reverse("moderation-person", args=[player("bob").key])
    assert "a secret of ours" not in browser(player("mia")).get(there).content.decode()
    assert "a secret of ours" in browser(player("max")).get(there).content.decode()


def test_what_a_host_gave_a_moderator_does_not_lift():
    for giver, kind, status in (("hal", "host", 409), ("max", "moderator", 200)):
        row = given("bob", "mute", by=staff(giver, kind))
        assert asked("lift", sanction=row.pk)[0] == status
    row = given("bob", "mute", by=staff("hal", "host"))
    assert asked("lift", by="hal", kind="host", sanction=row.pk)[0] == 200


def test_one_is_lifted_and_another_of_the_kind_still_holds():
    older = given("bob", "mute", by=staff("max"))
    newer = given("bob", "mute", lasts=20 * DAY, by=staff("max"))
    there = reverse("moderation-person", args=[player("bob").key])
    page = browser(staff("mia")).get(there).content.decode()
    assert page.count("sanction=") == 2
    _status, text = asked("lift", sanction=newer.pk)
    assert "Another one of the kind still holds" in text
    assert done(staff("mia"), "lift", player("bob").key, sanction=newer.pk).status_code == 303
    assert selectors.last(player("bob"), "mute", now=NOW) == older
    assert asked("lift", sanction=newer.pk)[0] == 409
    # Nor by a name of another's.
    assert asked("lift", "carol", sanction=older.pk)[0] == 409


def test_a_warning_has_words_and_a_note_needs_none():
    assert asked("note", why="rules", shown="on")[0] == 400
    assert asked("note", why="rules", shown="on", message="Be kind.")[0] == 200
    done(staff("mia"), "note", player("bob").key, why="rules")
    row = Sanction.objects.get()
    assert (row.shown, row.note) == (False, "they asked me for it")
    assert not Letter.objects.exists()


def test_a_preview_names_the_tables_that_change_but_none_of_the_actors_own():
    theirs, hers = full_table(), open_table(by="mia")
    hers.name = "Mia's own"  # names are drawn at random, and both could be the same
    hers.save()
    invitations.invite(hers.key, "bob@example.org", by=staff("mia"), now=NOW)
    page = asked("no-new-games", **MUTE)[1]
    assert theirs.name in page
    assert hers.name not in page


def test_its_end_is_told_in_the_zone_of_who_acts_and_written_in_the_zone_of_whom_it_concerns():
    bob = player("bob")
    Player.objects.filter(pk=bob.pk).update(time_zone="Asia/Tokyo")
    Player.objects.filter(pk=staff("mia").pk).update(time_zone="America/New_York")
    client = browser(player("mia"))
    shown = previewed(client, "mute", bob.key, **MUTE)
    # To the end of that day where mia lives, which is the next afternoon where bob does.
    assert "Fri 6 Mar, 00:00 EST" in text_of(shown.content.decode())
    assert confirmed(client, "mute", bob.key, shown).status_code == 303
    letter = Letter.objects.get(kind="sanction", email=bob.email)
    assert "Fri 6 Mar, 14:00 JST" in str(letters.render(letter, now=NOW).body)
