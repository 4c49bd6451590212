"""The book of Saboteur 2."""

from engine.parts.facts import Dealt, RoundBegan
from engine.rulesets.saboteur2.events import HatSwapped, Inspected, RoundEnded
from engine.rulesets.saboteur2.view import View
from games.texts.book import Book
from games.texts.rulesets.common import facts as shared_facts
from games.texts.rulesets.common import idle
from games.texts.rulesets.common import table as shared_table
from games.texts.rulesets.saboteur2 import effects, facts, helps, moves, shares, table, words

SABOTEUR2 = Book[View](
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
    changes=shared_facts.CHANGES,
    round_began=(RoundBegan,),
    round_ended=(RoundEnded,),
    move_text=moves.move_text,
    foretell=effects.foretell,
    pick_text=moves.pick_text,
    question_text=moves.question_text,
    reasons=moves.reason_texts,
    standing=shared_table.round_standing,
    seat_text=table.seat_text,
    badges=table.badges,
    three_goals=True,
    hindered=idle.broken_or_trapped,
    own=table.own,
    panels=table.panels,
    legend=table.legend,
    things=shared_table.no_things,
    results=shares.results,
    verdict=shared_table.verdict,
    final=shared_table.final_gold,
    discreet=table.discreet,
    private=(Dealt, HatSwapped, Inspected),
)
