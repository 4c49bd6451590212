"""The book of the base game."""

from engine.parts.facts import Dealt, RoundBegan
from engine.rulesets.saboteur.events import RoundEnded
from engine.rulesets.saboteur.view import View
from games.texts.book import Book
from games.texts.rulesets.common import effects as shared_effects
from games.texts.rulesets.common import facts as shared_facts
from games.texts.rulesets.common import idle
from games.texts.rulesets.common import moves as shared_moves
from games.texts.rulesets.common import reasons as shared_reasons
from games.texts.rulesets.common import table as shared_table
from games.texts.rulesets.saboteur import facts, helps, moves, table, words

SABOTEUR = Book[View](
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
    foretell=shared_effects.foretell,
    pick_text=shared_moves.pick_text,
    question_text=shared_moves.question_text,
    reasons=shared_reasons.reasons,
    standing=shared_table.round_standing,
    seat_text=table.seat_text,
    badges=shared_table.broken_tools,
    three_goals=True,
    hindered=idle.broken,
    own=table.own,
    panels=shared_table.no_panels,
    legend=shared_table.plain_legend,
    things=shared_table.no_things,
    results=table.results,
    verdict=shared_table.verdict,
    final=shared_table.final_gold,
    discreet=shared_table.discreet,
    private=(Dealt,),
)
