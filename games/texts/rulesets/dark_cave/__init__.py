"""The book of The Dark Cave."""

from engine.parts.facts import RoundBegan
from engine.rulesets.dark_cave import events
from games.texts.book import Book
from games.texts.rulesets.common import facts as shared_facts
from games.texts.rulesets.dark_cave import (
    effects,
    facts,
    helps,
    moves,
    reasons,
    result,
    table,
    things,
    words,
)

DARK_CAVE = Book(
    name=words.name,
    pitch=words.pitch,
    option_name=words.option_name,
    option_value=words.option_value,
    role_name=words.role_name,
    role_help=helps.role_help,
    cards=frozenset((*words.PATH_ROWS, *words.ACTION_CODES)),
    card_name=words.card_name,
    card_help=helps.card_help,
    kinds=helps.kinds,
    dwarves=helps.dwarves,
    tell=facts.tell,
    quiet=shared_facts.QUIET,
    changes=facts.CHANGES,
    round_began=(RoundBegan,),
    round_ended=(events.RoundEnded,),
    move_text=moves.move_text,
    foretell=effects.foretell,
    pick_text=moves.pick_text,
    question_text=moves.question_text,
    reasons=reasons.reasons,
    standing=table.standing,
    seat_text=table.seat_text,
    badges=table.badges,
    own=table.own,
    panels=table.panels,
    legend=table.legend,
    things=things.things,
    results=result.results,
    verdict=result.verdict,
    final=result.final,
    price=moves.price,
    discreet=table.discreet,
    private=(events.Dealt, events.ClanSeen, events.AsideSeen),
    figures=table.figures,
)
