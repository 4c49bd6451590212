"""Somebody's card of a season: his place, his games, what his numbers come from, his honours."""

from dataclasses import dataclass

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from games import texts
from games.errors import NoSuchLeague
from games.leagues.rules.cards import Card
from games.leagues.selectors import pages, pool, reading
from games.leagues.selectors.explained import explained
from games.leagues.selectors.pages import Where
from games.leagues.selectors.tables import plays_in
from games.leagues.selectors.values import Named, RoundPage
from games.models import Player
from games.moderation.selectors import with_household
from games.people import selectors as people
from games.people.rules.shown import Item
from games.ratings import selectors as ratings
from games.texts import leagues_pages as said
from games.texts.leagues import card_text
from games.views.directing import Way, ways_of
from games.views.league_divisions import where_or_404
from games.views.league_rows import Part, game_of, rows, table_name, tables_of
from games.views.pages import player_of
from games.views.ratings import Rating, rating


@dataclass(frozen=True, slots=True)
class Honour:
    """An honour, and for directors the way to revoke it."""

    name: str
    revoked: bool
    ways: tuple[Way, ...]


@never_cache
@require_safe
def card(request: HttpRequest, key: str, number: int, rank: int, entrant: int) -> HttpResponse:
    """Show how a season went for somebody."""
    found = where_or_404(key, number, rank)
    try:
        own = pages.place_of(found, entrant)
    except NoSuchLeague:
        raise Http404 from None
    who = reading.named(own)
    standing, rounds = reading.standing(found.division.id), pages.rounds(found)
    shown = [row for row in standing.rows if row.entrant.id == entrant]
    told = explained(found.division.id, found.season.terms, [entrant])
    reader = player_of(request)
    directs = reader is not None and reading.directs(found.league.id, reader)
    barred = reader is not None and plays_in(with_household(reader), found.division.id)
    awards = sorted(own.awards.all(), key=lambda each: (each.round or 0, each.kind))
    context = {
        "where": found,
        "who": who,
        "profile": reverse("profiles-show", args=[who.profile]) if who.profile else "",
        "season": said.season_name(found.season.number),
        "division": said.league_rank_name(found.division.name),
        "left": said.left_text(who.status),
        "row": next(iter(rows(found, standing, shown, told, tables_of(rounds), None)), None),
        # A warning is between the league and him.
        "card": card_text(Card(own.card)) if own.card > Card.WARNING else "",
        "carried": card_text(Card(own.carried)) if own.carried else "",
        "helped": pool.helped(own.player_id, found.season.id),
        "open": list(_open(who, rounds)),
        "rating": _rating(request, found, own.player),
        "awards": [
            Honour(
                texts.award_text(each.kind, each.round, each.number),
                each.revoked_at is not None,
                tuple(ways_of("award", each.pk, each.status, barred=barred)) if directs else (),
            )
            for each in awards
        ],
    }
    return render(request, "pages/leagues/card.html", context)


def _rating(request: HttpRequest, found: Where, player: Player) -> Rating | None:
    """His rating in the game that the league plays, as far as he shows it."""
    if not people.is_told(Item.RATINGS, player, player_of(request)):
        return None
    book = ratings.book_of(found.season.terms.ruleset, found.season.terms.options)
    return next((rating(each) for each in ratings.of(player) if each.book == book), None)


def _open(who: Named, rounds: tuple[RoundPage, ...]) -> list[Part]:
    """The tables of his that are to come or run."""
    return [
        Part(
            f"{said.round_name(each.number, final=each.final)}, {table_name(table)}",
            game_of(table),
            ", ".join(other.name for other, _state in table.places if other.id != who.id),
            said.table_state_text(table.status, late=table.late),
        )
        for each in rounds
        for table in each.tables
        if table.result is None and any(other.id == who.id for other, _state in table.places)
    ]
