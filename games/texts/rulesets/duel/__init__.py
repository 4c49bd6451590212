"""The books of The Duel: for two, and for one alone."""

from dataclasses import replace

from engine.parts.facts import RoundBegan
from engine.rulesets.duel.events import DoorOpened, GoldMarked, RoundEnded, TrollBribed
from engine.rulesets.duel.view import View
from games.texts.book import Book
from games.texts.rulesets.common import facts as shared_facts
from games.texts.rulesets.common import idle
from games.texts.rulesets.common import table as shared_table
from games.texts.rulesets.duel import (
    alone,
    effects,
    facts,
    helps,
    legend,
    moves,
    reasons,
    table,
    words,
)

DUEL = Book[View](
    name=words.name,
    pitch=words.pitch,
    option_name=words.option_name,
    option_value=words.option_value,
    role_name=words.role_name,
    role_help=helps.role_help,
    cards=frozenset((*words.PATH_ROWS, *words.ACTION_ROWS)),
    card_name=words.card_name,
    card_help=helps.card_help,
    kinds=helps.kinds,
    dwarves=helps.dwarves,
    tell=facts.tell,
    quiet=shared_facts.QUIET,
    changes=(*shared_facts.CHANGES, DoorOpened, TrollBribed, GoldMarked),
    round_began=(RoundBegan,),
    round_ended=(RoundEnded,),
    move_text=moves.move_text,
    foretell=effects.foretell,
    pick_text=moves.pick_text,
    question_text=moves.question_text,
    reasons=reasons.reasons,
    standing=table.standing,
    seat_text=table.seat_text,
    badges=table.badges,
    hindered=idle.broken,
    own=table.own,
    panels=table.panels,
    legend=legend.legend,
    things=legend.things,
    results=table.results,
    verdict=shared_table.verdict,
    final=table.final,
)

SOLO = replace(
    DUEL,
    name=words.solo_name,
    pitch=words.solo_pitch,
    card_help=helps.solo_card_help,
    tell=alone.tell,
    panels=table.solo_panels,
    verdict=table.verdict,
)
