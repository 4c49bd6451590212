"""Signing in by a code that comes by e-mail, and what people set about themselves."""

import logging
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import datetime, timedelta
from uuid import UUID

from django.db.models import F

from games.clocks.rules import walls
from games.clocks.services import persons
from games.delivery.services import weighing
from games.errors import BadCode, BadName, NameTaken
from games.limits import rules
from games.limits import services as limits
from games.limits.rules import Limit
from games.links import is_code_of
from games.log.rules import Cause
from games.log.services import Target, because, write
from games.models import Letter, Player, Seat, SignIn
from games.people.rules import names
from games.sanctions import selectors as sanctions
from games.services import locks, mailbox, people
from games.subscriptions.services import daily

logger = logging.getLogger(__name__)

Purpose = SignIn.Purpose
_LETTERS = {Purpose.ENTER: Letter.Kind.SIGN_IN, Purpose.LEAVE: Letter.Kind.DELETION}

CODE_LIFE = timedelta(minutes=10)
CODE_TRIES = 5
TWICE = timedelta(minutes=1)
"""So long a form that is sent again is a double click, and its letter is on its way."""


@dataclass(frozen=True, slots=True)
class SignedIn:
    """Who signed in, and where he was going."""

    player: Player
    next: str


def ask_code(
    address: str,
    *,
    next: str,  # noqa: A002 - the name that sign-in pages give it everywhere
    language: str,
    origin: str,
    mark: str = "",
    purpose: SignIn.Purpose = SignIn.Purpose.ENTER,
    once: str = "",
    now: datetime,
) -> UUID:
    """Post a code to an address, known or not; raises BadAddress or TooMany.

    `mark` is what the browser keeps of an earlier sign-in, if it does, and `once` names the form.
    """
    email = people.address(address)
    with because(Cause.FORM):
        if once and (clicked := _clicked(email, purpose, once, now)):
            return clicked.pk
        limits.use(*_limits(email, origin, mark, now), now=now)
        sign_in = SignIn.objects.create(
            purpose=purpose,
            email=email,
            language=people.language(language),
            next=next,
            once=once,
            created_at=now,
            expires_at=now + CODE_LIFE,
        )
        mailbox.post_to(email, _LETTERS[purpose], sign_in=sign_in, now=now)
    return sign_in.pk


def _clicked(email: str, purpose: str, once: str, now: datetime) -> SignIn | None:
    """Find what this very form has just asked for: two letters with two codes lead astray."""
    limits.hold("codes asked by a form", once, now=now)
    same = SignIn.objects.filter(email=email, purpose=purpose, once=once, tries=0)
    return same.filter(used_at=None, created_at__gt=now - TWICE).first()


def sign_in(sign_in_id: UUID, code: str, *, now: datetime) -> SignedIn:
    """Tell who proved an address, a new player or a known one, and log it; raises BadCode."""
    with proving(sign_in_id, code, purpose=Purpose.ENTER, now=now) as row:
        player = known_or_new(row.email, language=row.language, now=now)
    logger.info("player %s signed in by a code", player.pk)
    if player.mail_trouble_at is not None:
        # The code came by a letter.
        weighing.proved(player, now=now)
    return SignedIn(player, row.next)


@contextmanager
def proving(sign_in_id: UUID, code: str, *, purpose: str, now: datetime) -> Iterator[SignIn]:
    """Do in one transaction what a code is good for, and use it up; raises BadCode."""
    wrong, tries = None, 0
    with because(Cause.FORM):
        found = SignIn.objects.select_for_update().filter(pk=sign_in_id, purpose=purpose)
        row = found.first()
        if row is None or _is_dead(row, now):
            logger.info("code to %s refused: used, too old or tried too often", purpose)
            raise BadCode(dead=True)
        if is_code_of(row, code):
            row.used_at = now
            row.save(update_fields=("used_at",))
            yield row
        else:
            row.tries += 1
            row.save(update_fields=("tries",))
            wrong, tries = BadCode(dead=_is_dead(row, now)), row.tries
    # Raised after the commit, or the try would not count.
    if wrong is not None:
        logger.info("code to %s refused: wrong, %s of %s tries", purpose, tries, CODE_TRIES)
        raise wrong


def known_or_new(email: str, *, language: str, now: datetime) -> Player:
    """Return the player who proved this address; the caller holds a transaction."""
    spoken = people.language(language)
    fresh = {"language": spoken, "created_at": now}
    return Player.objects.get_or_create(email=email, defaults=fresh)[0]


def change_settings(
    player: Player,
    *,
    name: str,
    language: str,
    time_zone: str,
    quiet: str | None = None,
    discreet: bool | None = None,
    now: datetime,
) -> Player:
    """Change what a player shows and how he is written to; no `quiet` leaves his night as it is,
    and no `discreet` what letters tell.

    Raises BadName, NameTaken, BadTimeZone or Refused.
    """
    said = people.Said(name, language, time_zone)
    if quiet is not None:
        night = walls.night(quiet)
        player.quiet = "" if night is None else str(night)
    if discreet is not None:
        player.discreet = discreet
    with because(Cause.FORM):
        # What somebody was called before there were rules about names stays good.
        if name != player.name:
            _call(player, _not_taken_away(player, names.name(name)))
        _speak(player, said)
        player.save(update_fields=("name", "language", "time_zone", "quiet", "discreet"))
        daily.schedule(player, now=now)
    persons.know(player, now=now)
    return player


def introduce(player: Player, said: people.Said | None) -> None:
    """Take down what somebody says who takes his first seat; who has a name keeps it.

    The caller is in a transaction. Raises BadName or BadTimeZone.
    """
    # A forwarded letter lends a seat; it must not rename somebody who plays here already.
    if said is None or player.name:
        return
    player.name = names.name(said.name)
    _speak(player, said)
    player.save(update_fields=("name", "language", "time_zone"))


def _not_taken_away(player: Player, name: str) -> str:
    """Return a name unless a moderator took it, or one that looks the same; raises BadName."""
    if names.alike(name, sanctions.names_taken_from(player)):
        raise BadName("taken-away")
    return name


def _call(player: Player, name: str) -> None:
    """Give a player another name, also where he sits; raises NameTaken."""
    tables = locks.all_of(player)
    others = Seat.objects.filter(game__in=tables).exclude(player=player)
    if other := names.alike(name, others.values_list("name", flat=True)):
        raise NameTaken(name, other)
    Seat.objects.filter(player=player, game__in=tables).update(name=name)
    player.name = name


def _speak(player: Player, said: people.Said) -> None:
    player.language = people.language(said.language)
    player.time_zone = people.time_zone(said.time_zone)


def renew_calendar(player: Player) -> Player:
    """Let the link of a player's calendar open nothing any more."""
    Player.objects.filter(pk=player.pk).update(calendar_epoch=F("calendar_epoch") + 1)
    player.refresh_from_db(fields=("calendar_epoch",))
    return player


def renew_letters(player: Player) -> None:
    """Let what letters open for a player beside his seats open nothing any more."""
    Player.objects.filter(pk=player.pk).update(link_epoch=F("link_epoch") + 1)


def make_admin(address: str, *, now: datetime) -> Player:
    """Let an address use the admin pages; raises BadAddress."""
    with because(Cause.ACT):
        player = known_or_new(people.address(address), language="", now=now)
        player.is_staff = player.is_superuser = True
        # What he does to games is told in his name; he changes it among his settings.
        player.name = player.name or "Operator"
        player.save(update_fields=("is_staff", "is_superuser", "name"))
        host = {"role": "host"}
        write("grant-role", now=now, target=Target("player", player.pk), arguments=host)
    return player


def _is_dead(row: SignIn, now: datetime) -> bool:
    return row.used_at is not None or row.tries >= CODE_TRIES or now >= row.expires_at


def _limits(email: str, origin: str, mark: str, now: datetime) -> list[tuple[Limit, str]]:
    mailbox = rules.mailbox(email)
    if rules.bears_mark(mark, email):
        return [(rules.CODES_OF_A_KNOWN_BROWSER, mailbox)]
    in_all = rules.CODES_OF_A_MAILBOX
    if not limits.has_room(in_all, mailbox, now=now):
        in_all = rules.CODES_OF_A_FULL_MAILBOX
    here = f"{rules.site(origin)}\n{mailbox}"
    return [
        (rules.CODES_FROM_HERE, here),
        (rules.CODES_FROM_HERE_A_DAY, here),
        (rules.CODES_OF_A_NETWORK, rules.network(origin)),
        (in_all, mailbox),
    ]
