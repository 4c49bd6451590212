"""What is written about a league: one letter for each notice, as things stand when it leaves."""

from collections.abc import Iterator, Mapping
from datetime import datetime
from fractions import Fraction
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games import links, texts
from games.leagues.rules.borders import Border
from games.leagues.rules.bounds import Word
from games.leagues.rules.cards import Card, What
from games.leagues.selectors import letters as leagues
from games.letters.content import Content, Fact, Facts, Link, link, one_line
from games.links import EntryClaim
from games.models import Letter, Notice, Season
from games.texts import leagues_pages as pages
from games.texts.leagues import absence_text

Said = Mapping[str, Any]
FOR_DIRECTORS = frozenset(
    {
        *("ask", "ask-soon", "ask-over", "drawn", "late", "gone", "next"),
        *("appeal", "appeal-done", "unfound", "unseated"),
    }
)
ANSWERED = frozenset(
    {
        *("registration", "confirm", "offered", "waiting", "registered", "admitted"),
        *("step", "removed", "seat"),
    }
)


def league(letter: Letter) -> Content:
    """Tell somebody what happens in a league."""
    notice = letter.notice
    assert notice is not None, "this letter tells of a season"
    season = notice.season
    said = {**notice.said, "league": one_line(season.league.name), "number": season.number}
    subject, lead = _words(notice, said)
    return Content(
        subject=subject,
        heading=subject,
        lead=lead,
        game=season.league.name,
        link=_link(notice, season),
        tables=tuple(_tables(notice, season)),
        small=_small(notice),
    )


def _words(notice: Notice, said: Said) -> tuple[str, str]:
    if notice.what in _EVENTS:
        subject, lead = _EVENTS[notice.what](said)
    elif notice.what in FOR_DIRECTORS:
        subject, lead = _to_directors(notice, said)
    else:
        subject, lead = _to_players(notice, said)
    return subject % said, lead % said


def _announced(_said: Said) -> tuple[str, str]:
    return _("Season %(number)s is announced"), _(
        "The rules of the next season are fixed. When registration opens you get a letter with "
        "one button."
    )


def _registration(_said: Said) -> tuple[str, str]:
    return _("Season %(number)s: registration is open"), _(
        "Who wants to play enters now. One button on the page of this letter is enough."
    )


def _registered(_said: Said) -> tuple[str, str]:
    return _("You are registered for season %(number)s"), _(
        "When registration is closed you are asked once more whether you come."
    )


def _admitted(said: Said) -> tuple[str, str]:
    subject = _("You have a place in season %(number)s")
    if said.get("comes"):
        return subject, _("The directors gave you a place. You don't need to do anything.")
    return subject, _(
        "The directors gave you a place. Please say that you come, on the page of this letter."
    )


def _moved_up(_said: Said) -> tuple[str, str]:
    return _("You have a place in season %(number)s"), _(
        "A place fell free, and you said that you would come. You need not do anything."
    )


def _next(_said: Said) -> tuple[str, str]:
    return _("Season %(number)s is prepared"), _(
        "Its rules are those of the season before, its dates are later by whole weeks. It begins "
        "when a director announces it."
    )


def _declined(_said: Said) -> tuple[str, str]:
    return _("You are not in season %(number)s"), _(
        "You took your entry back. While registration is open you can enter again."
    )


def _silent(_said: Said) -> tuple[str, str]:
    return _("You are not in season %(number)s"), _(
        "You did not say in time that you come, so your place went to who waited for one."
    )


def _barred(_said: Said) -> tuple[str, str]:
    return _("You are not in season %(number)s"), _(
        "You have a red card of the season before. You may enter again the season after this one."
    )


def _divisions(_said: Said) -> tuple[str, str]:
    return _("The divisions of season %(number)s"), _(
        "It is fixed who plays with whom. The first draw follows before the first round opens."
    )


def _season(_said: Said) -> tuple[str, str]:
    return _("Season %(number)s begins"), _(
        "Your first table is dealt when the first round opens. For each turn you get a letter."
    )


def _left(said: Said) -> tuple[str, str]:
    subject = _("You have left season %(number)s")
    # Who left before this was said may have come back.
    if said.get("back", True):
        return subject, _(
            "You are drawn no more, and others look after the seats you had. Within a day you can "
            "still come back."
        )
    return subject, _("You are drawn no more, and others look after the seats you had.")


def _vacant(_said: Said) -> tuple[str, str]:
    return _("A seat at your table is looked after"), _(
        "Somebody at your table has left the season. The game goes on."
    )


def _annulled(_said: Said) -> tuple[str, str]:
    return _("Your table was annulled"), _(
        "It counts for nobody. Each who sat there gets the points of a requested bye."
    )


def _adjudicated(_said: Said) -> tuple[str, str]:
    return _("Your table was decided by the directors"), _(
        "They entered its points. The page of the season says them, and why."
    )


def _digest(_said: Said) -> tuple[str, str]:
    return _("A week of season %(number)s"), _(
        "What ended in the last seven days, who leads, and what comes next."
    )


def _final(_said: Said) -> tuple[str, str]:
    return _("Season %(number)s is final"), _(
        "All results are counted and the places are fixed. Thank you for playing."
    )


_EVENTS = {
    "announced": _announced,
    "registration": _registration,
    "registered": _registered,
    "admitted": _admitted,
    "moved-up": _moved_up,
    "next": _next,
    "declined": _declined,
    "silent": _silent,
    "barred": _barred,
    "divisions": _divisions,
    "season": _season,
    "left": _left,
    "vacant": _vacant,
    "annulled": _annulled,
    "adjudicated": _adjudicated,
    "digest": _digest,
    "final": _final,
}
"""Letters that say the same to everybody."""


def _to_players(notice: Notice, said: Said) -> tuple[str, str]:
    match notice.what:
        case "waiting":
            number = leagues.number_of(notice.season_id, notice.player_id)
            return _("You are on the waiting list of season %(number)s"), _(
                "You are number %(place)s there. When a place falls free for you, you get a letter."
            ).replace("%(place)s", str(number))
        case "seat":
            return _("Would you play for somebody in round %(round)s?"), _(
                "A place at table %(table)s has fallen free; the round opens %(opens)s. You are "
                "asked because you would play for others, or wait for a place. Whoever takes it "
                "first has it: the page of this letter has the button."
            ).replace("%(opens)s", _moment(said["opens"]))
        case "offered":
            return _("A place in season %(number)s is yours"), _kept_until(said)
        case "confirm":
            return _("Do you come to season %(number)s?"), _(
                "Registration is closed. Please say until %(until)s that you come: who is silent "
                "has no place then."
            ).replace("%(until)s", _moment(said["until"]))
        case "round":
            return _round(notice)
        case "running-on":
            return _("Your table must come to its end"), _(
                "All rounds are closed and your table runs on. It may until %(until)s; then the "
                "directors are asked to decide."
            ).replace("%(until)s", _moment(said["until"]))
        case "counting":
            if not said["left"]:
                return _("All rounds are closed"), _(
                    "All games are over. In a few days the places are final."
                )
            return _("All rounds are closed"), ngettext(
                "%(left)s table runs on still. When its result is there, the places become final.",
                "%(left)s tables run on still. When their results are there, the places become "
                "final.",
                said["left"],
            )
        case "cancelled" if said["merged"]:
            return _("Season %(number)s is called off"), _(
                "It will not be played. You are in the next season without doing anything, and "
                "are asked before it begins."
            )
        case "cancelled":
            return _("Season %(number)s is called off"), _("It will not be played.")
        case "retired":
            return _("This league has been retired"), _(
                "It begins no season any more: “%(reason)s”. Its history stays."
            )
        case "suspended":
            return _("Season %(number)s stands still"), _(
                "The directors stopped it: “%(reason)s”. Games that run go on."
            )
        case "resumed":
            return _("Season %(number)s goes on"), ngettext(
                "All dates to come are %(days)s day later than before.",
                "All dates to come are %(days)s days later than before.",
                said["days"],
            )
        case "joined":
            return _("You play in season %(number)s"), _(
                "A place fell free for you. You play from round %(round)s on."
            )
        case "step":
            return _step(said)
        case "removed":
            return _("You were taken out of season %(number)s"), _removed(said)
        case "excused" | "taken-back":
            return _undone(notice.what, said)
        case "penalised":
            return _("You lose points in season %(number)s"), _(
                "The directors took points away: %(points)s. They say: “%(reason)s”. The standing "
                "says so, too."
            ).replace("%(points)s", texts.points_text(Fraction(said["points"])))
        case "remitted":
            return _("You have points back in season %(number)s"), _(
                "The directors gave them back: %(points)s. They say: “%(reason)s”."
            ).replace("%(points)s", texts.points_text(Fraction(said["points"])))
        case "revoked":
            return _("An honour of season %(number)s is revoked"), _revoked(said)
        case "appeal-over":
            return _("Your appeal is decided"), _appeal_answer(notice)
        case "postponed":
            return _("Round %(round)s opens later"), _(
                "It opens on %(opens)s, and the rounds after it are as many days later. The "
                "directors say: “%(reason)s”."
            ).replace("%(opens)s", _moment(said["opens"]))
    raise LookupError(notice.what)


def _to_directors(notice: Notice, said: Said) -> tuple[str, str]:
    match notice.what:
        case "ask" | "ask-soon" | "ask-over":
            return _question(notice)
        case "drawn":
            return _("A round was drawn"), _(
                "Before it is published you can look at it: what it costs and who meets again."
            )
        case "late":
            return _("Tables run on past the close"), ngettext(
                "This table is late: %(tables)s. It runs on under its own clocks.",
                "These tables are late: %(tables)s. They run on under their own clocks.",
                len(said["tables"]),
            ).replace("%(tables)s", ", ".join(map(str, said["tables"])))
        case "appeal":
            return _("Somebody appeals to the directors"), _appeal(notice)
        case "appeal-done":
            return _("An appeal is decided"), _appeal_answer(notice)
        case "unfound":
            return _("Nobody was found for a seat"), _(
                "At table %(table)s of round %(round)s the service plays on for who is gone."
            )
        case "unseated":
            return _("Nobody was found for a place"), _(
                "For table %(table)s of round %(round)s nobody took the place of who has left. It "
                "is played by those who are there, if they are enough for the game."
            )
        case "gone":
            name = one_line(leagues.name_of(notice.said["entrant"]))
            return _("Somebody left season %(number)s"), _(
                "%(name)s plays no more. What was not published is drawn anew."
            ).replace("%(name)s", name.replace("%", "%%"))
    raise LookupError(notice.what)


def _step(said: Said) -> tuple[str, str]:
    card = Card(said["card"])
    subject = {
        Card.WARNING: _("A warning in season %(number)s"),
        Card.YELLOW: _("A yellow card in season %(number)s"),
        Card.RED: _("A red card in season %(number)s"),
    }[card]
    follows = {
        Card.WARNING: _("This is a warning. The next time it is a yellow card, then a red one."),
        Card.YELLOW: _(
            "This is a yellow card: it stands on your card of the season. The next one is red."
        ),
        Card.RED: _(
            "This is a red card: you leave the season, and may enter again the one after the next."
        ),
    }[card]
    appeal = _("If that is not fair, say so until %(until)s on the page of this letter.")
    event = _plain(absence_text(What(said["event"]), said["round"], said.get("reason", "")))
    return subject, f"{event} {follows} {appeal}".replace("%(until)s", _moment(said["until"]))


def _removed(said: Said) -> str:
    text = _(
        "The directors took you out: “%(reason)s”. Others look after the seats you had. If that is "
        "not fair, say so until %(until)s on the page of this letter: another director decides."
    )
    return text.replace("%(until)s", _moment(said["until"]))


def _undone(what: str, said: Said) -> tuple[str, str]:
    subject = (
        _("An absence in season %(number)s is excused")
        if what == "excused"
        else _("A card of season %(number)s is taken back")
    )
    event = _plain(absence_text(What(said["event"]), said["round"], said["was"]))
    follows = _(
        "It counts no more, and what followed from it is taken back where it can be. The "
        "directors say: “%(reason)s”."
    )
    return subject, f"{event} {follows}"


def _appeal(notice: Notice) -> str:
    asked = leagues.appealed(notice.about)
    words = {"name": asked.name, "said": asked.said, "until": texts.moment_text(asked.deadline)}
    text = _(
        "%(name)s asks you to take it back: “%(said)s”. If nobody decides until %(until)s, it is "
        "taken back."
    )
    return _plain(text % words)


def _appeal_answer(notice: Notice) -> str:
    step = leagues.appealed(notice.about).step
    if step.what is What.REMOVED:
        return {
            "granted": _("The directors took it back: you are in the season, if it still runs."),
            "refused": _("The directors looked at it again. It stands."),
            "lapsed": _(
                "Nobody decided in time, so it is taken back, and all that follows from it."
            ),
        }[step.answer]
    return {
        "granted": _("The directors took the card back, and all that follows from it."),
        "refused": _("The directors looked at it again. The card stands."),
        "lapsed": _(
            "Nobody decided in time, so the card is taken back, and all that follows from it."
        ),
    }[step.answer]


def _revoked(said: Said) -> str:
    line = _("The directors took this from you: %(honour)s. They say: “%(reason)s”.")
    return line.replace("%(honour)s", _plain(texts.award_text(*said["honour"])))


def _plain(text: str) -> str:
    return one_line(text).replace("%", "%%")


def _question(notice: Notice) -> tuple[str, str]:
    asked = leagues.ask(notice.about)
    what = texts.condition_of_league(asked.condition, asked.said).replace("%", "%%")
    if notice.what == "ask-over":
        done = texts.choice_name(asked.answer).replace("%", "%%") if asked.answer else ""
        told = _("What follows: %(what)s.").replace("%(what)s", done)
        gone = _("What it asked about went away.")
        return _("A question is settled"), f"{what} {told if done else gone}"
    default = texts.choice_name(asked.default).replace("%", "%%")
    rest = _("If nobody answers until %(until)s, this happens: %(default)s.")
    rest = rest.replace("%(until)s", texts.moment_text(asked.deadline))
    rest = rest.replace("%(default)s", default)
    subject = (
        _("The league asks its directors")
        if notice.what == "ask"
        else _("A question lapses in twelve hours")
    )
    return subject, f"{what} {rest}"


def _kept_until(said: Said) -> str:
    text = _(
        "A place fell free and is kept for you until %(until)s. Take it on the page of this "
        "letter; then it goes to the next."
    )
    return text.replace("%(until)s", _moment(said["until"]))


def _round(notice: Notice) -> tuple[str, str]:
    shown = leagues.round_of(notice.about, notice.player_id)
    subject = _("Round %(round)s is drawn").replace("%(round)s", str(shown.number))
    if not shown.tables:
        return subject, _("You have no table in this round: you get the points of a bye.")
    opens = texts.moment_text(shown.opens_at)
    return subject, _(
        "It opens on %(opens)s. Your game is dealt then, and who begins gets a letter."
    ).replace("%(opens)s", opens)


def _tables(notice: Notice, season: Season) -> list[Facts]:
    match notice.what:
        case "registration" | "announced" | "confirm":
            dates = leagues.dates(season)
            rows = (
                Fact(_("Registration closes"), texts.moment_text(dates.registered_at)),
                Fact(_("The first round opens"), texts.moment_text(dates.first_at)),
                Fact(_("Days for each round"), str(dates.days)),
            )
            return [Facts(_("The season"), rows), *_placed(notice, season)]
        case "divisions":
            return _placed(notice, season)
        case "round":
            shown = leagues.round_of(notice.about, notice.player_id)
            tables = [
                Fact(
                    _("Table %(number)s").replace("%(number)s", str(number)),
                    texts.joined([one_line(name) for name in names]),
                )
                for number, names in shown.tables
                # At a table for one nobody else sits.
                if names
            ]
            told = [Facts(_("Who sits with you"), tuple(tables))] if tables else []
            return told + _certain(notice)
        case "ask" | "ask-soon":
            asked = leagues.ask(notice.about)
            answers = (Fact(str(at), texts.choice_name(each)) for at, each in asked.numbered)
            return [Facts(_("You can answer"), tuple(answers))]
        case "final":
            place, awards = leagues.card(season.pk, notice.player_id)
            own = [Fact(_("Your place"), str(place))] if place else []
            own += [Fact(_("Honour"), texts.award_text(*award)) for award in awards]
            told = [Facts(_("Your season"), tuple(own))] if own else []
            return told + _champions(season)
        case "digest":
            return list(_week(notice))
    return []


def _champions(season: Season) -> list[Facts]:
    found = leagues.champions(season.pk)
    rows = (Fact(texts.league_rank_name(name), one_line(who)) for name, who in found)
    return [Facts(_("Champions"), tuple(rows))] if found else []


def _week(notice: Notice) -> Iterator[Facts]:
    """A week of a season: for each division what ended, who leads, what comes."""
    since, until = (datetime.fromisoformat(notice.said[each]) for each in ("since", "until"))
    for week in leagues.week(notice.season_id, since, until):
        rows = [Fact(_("Results"), str(week.results))]
        rows += [
            Fact(str(place), f"{one_line(name)} · {texts.points_text(points)}")
            for place, name, points in week.leaders
        ]
        if week.opens_at is not None and week.next_round is not None:
            name = texts.round_name(week.next_round)
            rows.append(Fact(name, texts.moment_text(week.opens_at)))
        yield Facts(texts.league_rank_name(week.division), tuple(rows))


def _certain(notice: Notice) -> list[Facts]:
    """Where the reader can end still, and what has become certain since the letter before."""
    found = leagues.certain(notice.about, notice.player_id)
    if found is None:
        return []
    rows = [Fact(_("You"), texts.reach_text(found.best, found.worst))]
    rows += [
        Fact(_("For certain"), texts.certain_text(Border(border), Word(word)))
        for border, word in found.own
    ]
    if found.champion:
        first = texts.certain_text(Border.FIRST, Word.CLINCHED)
        rows.append(Fact(one_line(found.champion), first))
    return [Facts(_("Where it ends, as long as results stand"), tuple(rows))]


def _placed(notice: Notice, season: Season) -> list[Facts]:
    """Where the draft of divisions has the reader, and why."""
    found = leagues.drafted(season, notice.player_id)
    if found is None:
        return []
    rank, why, before = found
    rows = (
        Fact(_("Your division"), pages.league_rank_name(str(rank))),
        Fact(_("Why"), pages.move_text(why, before)),
    )
    return [Facts(_("Your place"), rows)]


def _link(notice: Notice, season: Season) -> Link:
    key = season.league.key
    if notice.what in FOR_DIRECTORS:
        return link(_("To the directors' page"), "leagues-asks", key)
    if notice.what in ANSWERED:
        token = links.ENTRY.sign(EntryClaim.of(season, notice.player))
        return link(_("To your place in the season"), "leagues-entry", token)
    return link(_("To the season"), "leagues-season", key, season.number)


def _small(notice: Notice) -> tuple[str, ...]:
    if notice.what in ANSWERED:
        return (
            _("Whoever holds this letter can answer for you, so do not pass it on."),
            _("Opening the page changes nothing; only its button does."),
        )
    return ()


def _moment(text: str) -> str:
    return texts.moment_text(datetime.fromisoformat(text))
