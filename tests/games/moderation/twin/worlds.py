"""A running game, its staff, and the same rows with a twin's secrets in them.

Both worlds have the same ids, keys, times, names and public record. `Worlds.enter` writes what
differs; `Worlds.different` tells which columns that were, so that the walk can ask for them.
"""

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import _lru_cache_wrapper
from itertools import cycle
from random import Random
from sys import modules
from typing import Any

from django.apps import apps
from django.contrib.contenttypes.models import ContentType
from django.db import connection, transaction

from engine.api import Seat as EngineSeat
from engine.registry import ruleset
from games.log.rules import FIRST, hashed
from games.models import (
    Act,
    Case,
    Change,
    Game,
    Glass,
    Letter,
    Line,
    Move,
    Mute,
    Notes,
    Orders,
    Part,
    Player,
    Remark,
    Seat,
    Setting,
    Signal,
    Written,
)
from games.replay.rules.playing import Done, Played, Position
from tests.games.cast import HOUR, NOW, all_sent, lay_out, named, player, started
from tests.games.moderation.cast import done, previewed, staff
from tests.games.moderation.twin.dealing import Chance, Twins, twin_of
from tests.games.pages.table import browser

SEATS = {"saboteur": 4, "saboteur2": 4, "duel": 2, "duel-solo": 1, "dark-cave": 3}
"""How many people sit there; of a ruleset that is not named, as few as may."""

DEALT, MIDDLE, LAST = "dealt", "middle", "last"
POSITIONS = (DEALT, MIDDLE, LAST)
"""After the deal; in the middle of a round, with looks and orders; at the last turns."""
MIDST = 18
"""So many moves there are to the middle, and some more where nobody has looked at anything."""
FORCED_BEFORE = 2
"""So many moves before its end a game is left."""


@dataclass
class Worlds:
    """One game in two worlds; the rows of the first are there to begin with."""

    game: Game
    twins: Twins
    barred: Player
    """A host who plays there."""
    references: tuple[str, ...]
    """Of acts that are the same in both worlds."""
    player: Player
    """Somebody else who plays there; the same one where he plays alone."""
    different: Mapping[tuple[str, str], tuple[str | None, str | None]] = field(default_factory=dict)
    """By table and column, a value of the one and of the other world."""

    @contextmanager
    def entered(self, which: int, *, also_from_players: bool = False) -> Iterator[None]:
        """Be in a world for a while; what is done there is taken back, down to the next number."""
        here, counted = transaction.savepoint(), numbers()
        self.enter(which, also_from_players=also_from_players)
        try:
            yield
        finally:
            transaction.savepoint_rollback(here)
            count_from(counted)

    def enter(self, which: int, *, also_from_players: bool = False) -> None:
        """Write the rows of a world; the second may also differ in what no player sees."""
        played, found = self.twins.both[which]
        rules, game = self.twins.rules, self.game
        Game.objects.filter(pk=game.pk).update(state=rules.dump(found[-1].state))
        _write_moves(game, rules, played, found)
        _write_parts(game, rules, found[-1].state)
        _write_what_seats_keep(game, which)
        if also_from_players:
            _write_what_no_player_sees(game, which)
        _write_digests(which)
        forget()

    def compared(self) -> None:
        """Find out which columns differ between the worlds, and end in the first."""
        rows = []
        for which in (1, 0):
            self.enter(which)
            rows.append(dict(_columns()))
        other, first = rows
        self.different = {
            at: next((a, b) for a, b in zip(first[at], other[at], strict=False) if a != b)
            for at in first
            if at in other and first[at] != other[at] and len(first[at]) == len(other[at])
        }


def forget() -> None:
    """Empty what this process keeps: no drawing or record of one world may serve in the other."""
    ContentType.objects.clear_cache()
    for name, module in list(modules.items()):
        if name.startswith("games."):
            for kept in vars(module).values():
                if isinstance(kept, _lru_cache_wrapper):
                    kept.cache_clear()


def numbers() -> list[tuple[str, int | None]]:
    """Read how far every table's rows are counted."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT sequencename, last_value FROM pg_sequences")
        return list(cursor.fetchall())


def count_from(counted: Sequence[tuple[str, int | None]]) -> None:
    """Number the next rows of every table as from there on."""
    with connection.cursor() as cursor:
        for name, last in counted:
            cursor.execute("SELECT setval(%s, %s, %s)", [name, last or 1, last is not None])


def worlds(key: str, position: str, chance: Chance, luck: Random) -> Worlds:
    """Let people play to a position, deal its twin, and let staff do some things about the game."""
    people = ["alice", "bob", "carol", "dora"][: SEATS.get(key, max(1, ruleset(key).meta.seats[0]))]
    game = started(people, key=key)
    all_sent()
    rules = ruleset(key)
    seed = rules.load(game.state).seed
    played = Played(key, game.options, game.seats, seed, _played(game, position, luck))
    twins = twin_of(rules, played, chance, luck)
    _lay_moves(game, twins.first[1], forced=position == MIDDLE)
    _write_letters(game)
    Remark.objects.create(
        game=game, room="spectators", by=named("zoe@example.org"), name="zoe", text="who digs?",
        once="z" * 32, made_at=NOW,
    )  # fmt: skip
    barred = _staff(game)
    other = game.places.exclude(player=None).order_by("-number")[0].player
    references = tuple(Act.objects.order_by("pk").values_list("reference", flat=True))
    made = Worlds(Game.objects.get(pk=game.pk), twins, barred, references, other)
    made.compared()
    return made


def _played(game: Game, position: str, luck: Random) -> tuple[Done, ...]:
    """Play as sensibly as bots do, mixed with chance, so that all kinds of moves come up."""
    rules, made = ruleset(game.ruleset), list[Done]()
    state, looked = rules.load(game.state), False
    wanted = {DEALT: 0, MIDDLE: MIDST, LAST: 10**6}[position]
    while rules.to_act(state) and (
        len(made) < wanted or (position == MIDDLE and not looked and len(made) < 3 * wanted)
    ):
        seat = EngineSeat(min(rules.to_act(state)))
        moves = list(rules.legal_moves(state, seat))
        move = rules.choose(rules.view(state, seat), moves)
        move = move if luck.random() < 0.6 else luck.choice(moves)
        after = rules.apply(state, seat, move)
        if not rules.to_act(after.state) and position != LAST:
            break
        made.append(Done(seat, rules.format(move)))
        looked |= any("Seen" in type(event).__name__ for event in after.events)
        state = after.state
    if position == LAST:
        made = made[:-FORCED_BEFORE]
    return tuple(made)


def _lay_moves(game: Game, found: Sequence[Position], *, forced: bool) -> None:
    """Store what was played, without its letters; the last move may be the clock's."""
    last = len(found) - 1
    rules = ruleset(game.ruleset)
    Move.objects.bulk_create(
        Move(
            game=game, ply=ply, seat=at.seat, notation="pass", events=[], made_at=NOW,
            by=Move.By.DEADLINE if forced and ply == last else Move.By.PLAYER,
            rules_version=rules.meta.version,
        )
        for ply, at in enumerate(found) if ply
    )  # fmt: skip
    Game.objects.filter(pk=game.pk).update(ply=last)
    lay_out(game, found[-1].state)
    Part.objects.bulk_create(
        Part(
            game=game, round=number, seat=seat.number, player=seat.player, gold=0,
            role=score.roles[seat.number],
        )
        for number, score in enumerate(rules.rounds(found[-1].state), 1)
        for seat in game.places.exclude(player=None)
    )  # fmt: skip


def _write_letters(game: Game) -> None:
    """Letters of every fate, as staff finds them."""
    fates = cycle(("sent", "failed", "queued", "dropped", "sent"))
    for seat in game.places.all():
        for kind in ("turn", "reminder", "timed-out", "news"):
            fate = next(fates)
            letter = Letter.objects.create(
                game=game, seat=seat, kind=kind, ply=game.ply + 1, status=fate,
                error="recipient refused 550" if fate == "failed" else "",
                sent_at=NOW if fate == "sent" else None, created_at=NOW, due_at=NOW,
            )  # fmt: skip
            if fate in ("queued", "failed"):
                Written.objects.create(
                    letter=letter, to="a@example.org", subject="", headers=[], text="", html="",
                    maze=b"", hand=b"",
                )  # fmt: skip


def _staff(game: Game) -> Player:
    """Name moderators, hosts and a host who plays; what they did stands in record and log."""
    for name in ("mia", "max"):
        staff(name)
    for name in ("hal", "hugo"):
        staff(name, "host")
    barred = staff(game.places.exclude(player=None).order_by("number")[0].player.name, "host")
    Player.objects.filter(email="mia@example.org").update(language="de")
    for each in (*map(player, ("mia", "max", "hal", "hugo")), barred):
        browser(each)
    done(player("mia"), "extend-game", game.key, hours=1)
    previewed(browser(player("max")), "extend-game", "zzzzzzzzzz", hours=1)
    previewed(browser(player("max")), "resume", game.key)
    all_but_queued(game)
    return barred


def all_but_queued(game: Game) -> None:
    """Let what staff's acts posted have left."""
    Letter.objects.filter(status="queued", kind="news", entry__isnull=False, game=game).update(
        status="sent", sent_at=NOW
    )


def _write_moves(game: Game, rules: Any, played: Played, found: Sequence[Position]) -> None:
    texts = [step.text for step in played.done if isinstance(step, Done) and not step.setting]
    rows = list(game.moves.order_by("ply"))
    for row, at in zip(rows, found, strict=True):
        row.notation = texts[row.ply - 1] if row.ply else ""
        row.events = [rules.dump_event(event) for event in at.events]
    Move.objects.bulk_update(rows, ("notation", "events"))


def _write_parts(game: Game, rules: Any, state: Any) -> None:
    """What a round brought is its owner's alone until the end of the game."""
    scores = rules.rounds(state)
    for row in Part.objects.filter(game=game):
        row.gold = scores[row.round - 1].gold[row.seat]
        row.save()


def _write_what_seats_keep(game: Game, which: int) -> None:
    """Orders, settings, notes and written letters: who has any, which, and how long they are."""
    seats = list(game.places.order_by("number"))
    here = seats[which % len(seats)]
    Orders.objects.filter(seat__in=seats).delete()
    Notes.objects.filter(seat__in=seats).delete()
    Mute.objects.filter(game=game).delete()
    Orders.objects.create(
        seat=here, standing=["pass P1"] * (1 + 4 * which), following=["late: pass"] * which,
        version=which, unhurried=bool(which), surprised=bool(which),
        failed={"0": "x"} if which else {}, draft="pass P1" * which,
        drafted=game.ply + 1 - which, ordered_from=game.ply if which else None,
        look_at=NOW + HOUR if which else None,
    )  # fmt: skip
    Game.objects.filter(pk=game.pk).update(look_at=NOW + HOUR if which else None)
    if which or len(seats) > 1:
        Notes.objects.create(
            seat=here, text="he digs too well " * (1 + 9 * which), version=which,
            about={"0": "a saboteur, surely"} if which else {},
        )  # fmt: skip
    people = [seat.player for seat in seats if seat.player]
    if which and len(people) > 1:
        Mute.objects.create(game=game, by=people[0], whom=people[1])
    Written.objects.filter(letter__game=game).update(
        subject=f"Your turn {which}",
        headers=[["X-Seat", str(which)]],
        text="You are a " + ("saboteur" if which else "digger who holds many cards"),
        html="<p>You hold " + "P1 " * (3 + 40 * which),
        maze=b"maze" * (1 + which),
        hand=b"hand" * (1 + 70 * which),
    )
    _write_settings(game, which)


def _write_settings(game: Game, which: int) -> None:
    """What a seat may set for itself, asked or not, it has set in one world alone."""
    Setting.objects.filter(game=game).delete()
    rules = ruleset(game.ruleset)
    if not which:
        return
    row = Game.objects.get(pk=game.pk)
    state = rules.load(row.state)
    for number in range(game.seats):
        for setting in rules.settings(state, EngineSeat(number)):
            changed = rules.set(state, EngineSeat(number), setting)
            if changed != state:
                state = changed
                Setting.objects.create(
                    game=game, ply=row.ply, seat=number, notation=rules.format(setting), made_at=NOW
                )
                break
    Game.objects.filter(pk=game.pk).update(state=rules.dump(state))


def _write_what_no_player_sees(game: Game, which: int) -> None:
    """What a player of the game never learns: letters' fates, staff's reasons, spectators' talk."""
    mine = {0: ("sent", ""), 1: ("failed", "mailbox is full 552")}[which]
    others = game.letters.exclude(seat__number=0).exclude(kind="queued")
    others.filter(kind="reminder").update(
        status=mine[0], error=mine[1], attempts=9 * which, sent_at=None if which else NOW
    )
    Remark.objects.filter(game=game, room="spectators").update(
        text="he has the gold card, look" if which else "who digs?"
    )
    for row in game.acts.all():
        row.asked |= {"reason": "they collude, I am sure of it" if which else "asked me for it"}
        row.save()
    if which:
        _write_what_staff_alone_has(game)


def _write_what_staff_alone_has(game: Game) -> None:
    """A case about him, a signal, an act that waits, broken glass: in the other world alone."""
    seat = game.places.exclude(player=None).order_by("number")[0]
    zoe, his = named("zoe@example.org"), {"game": game, "seat": seat.number}
    Case.objects.create(
        reference="twincase23", by=zoe, about=seat.player, game=game, key=game.key, kind="talk",
        called=seat.name, made_at=NOW,
    )  # fmt: skip
    Signal.objects.create(
        key="twinsignal", one=seat.player, other=zoe, numbers={}, against={}, digest="0" * 64,
        since=NOW.date(), found_at=NOW, at=NOW,
    )  # fmt: skip
    said = {
        "key": "glass-seat", "target": game.key, "game": game, "actor": player("mia"),
        "role": "moderator", "relation": "n", "made_at": NOW,
        "asked": {"why": "check", "message": "", "reason": "he cheats"},
        "digest": "0" * 64,
    }  # fmt: skip
    Act.objects.create(reference="TWIN", nonce="t" * 32, stage="asked", **said)
    done = Act.objects.create(reference="DONE", nonce="d" * 32, stage="done", done_at=NOW, **said)
    Glass.objects.create(act=done, level="seat", holder=seat.player, until=NOW, due_at=NOW, **his)


def _write_digests(which: int) -> None:
    """Digests of what is secret are others, and so is the whole chain of the log."""
    with connection.cursor() as cursor:
        cursor.execute("SET LOCAL session_replication_role = replica")
        last = FIRST
        for line in Line.objects.order_by("number"):
            if line.changes:
                line.digest = hashed(f"{which} {line.number}")
            line.previous = last
            line.text = line.canonical
            line.hash = last = hashed(line.text)
            line.save()
        for change in Change.objects.order_by("id"):
            change.was = change.was and hashed(f"{which} was {change.pk}")
            change.became = change.became and hashed(f"{which} became {change.pk}")
            change.save()
        cursor.execute("SET LOCAL session_replication_role = origin")


def _columns() -> Iterator[tuple[tuple[str, str], list[str | None]]]:
    """Read all columns of all tables as text, each in the order of its rows."""
    for model in apps.get_app_config("games").get_models():
        table, names = model._meta.db_table, [f.column for f in model._meta.concrete_fields]
        with connection.cursor() as cursor:
            columns = ", ".join(f'"{name}"::text' for name in names)
            cursor.execute(f'SELECT {columns} FROM "{table}" ORDER BY 1')
            rows = cursor.fetchall()
        for at, name in enumerate(names):
            yield (table, name), [row[at] for row in rows]


__all__ = ["HOUR", "POSITIONS", "Seat", "Worlds", "worlds"]
