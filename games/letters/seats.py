"""What is written about a seat that changes hands to people who do not sit there."""

from collections.abc import Iterator
from datetime import datetime

from django.utils.translation import gettext as _

from games import links, texts
from games.letters.content import Content, Fact, Facts, link, one_line
from games.links import AskedClaim
from games.models import Act, Case, Entry, Letter, Offer
from games.selectors import act_of
from games.substitutes import selectors


def offer(letter: Letter, *, now: datetime) -> Content:
    """Ask somebody to take a seat of a game that runs."""
    asked = letter.asked
    assert asked is not None, "this letter asks an address"
    claim = AskedClaim(asked.pk)
    token = links.ASKED.sign(claim)
    shown = selectors.asked_page(claim, now=now)
    others = [one_line(name) for name, _record in shown.others]
    words = {
        # Who decides about seats is known by his role.
        "name": _by(asked.offer) if shown.alone else one_line(texts.called(asked.by.name)),
        "game": texts.ruleset_name(shown.game.ruleset),
    }
    lead = _(
        "A game of %(game)s has begun, and a seat is looking for somebody to play on. You get "
        "all that the seat may know."
    )
    first = (
        _("Nobody else is asked.") if shown.alone else _("Whoever is asked and comes first has it.")
    )
    typed = _("%(name)s gave us your address. Don't know them? Ignore this email.")
    named = _("You are asked because you play here. If you do not want the seat, say so there.")
    would = (
        _("You are asked because you would play for others. To say nothing costs nothing.")
        if asked.offer.searches.exists()
        else ""
    )
    return Content(
        subject=_("%(name)s asks you to play on in a game of %(game)s") % words,
        heading=_("%(name)s asks you to take a seat") % words,
        lead=f"{lead % words} {first}",
        game=shown.game.name,
        company=texts.ruleset_name(shown.game.ruleset),
        link=link(_("Look at the seat"), "seats-asked", token),
        tables=(
            Facts(
                _("The table"),
                (
                    Fact(_("The seat of"), one_line(shown.name)),
                    Fact(_("At the table"), texts.joined(others)),
                    Fact(_("Time for each turn"), texts.style_text(shown.game.time.style)),
                ),
            ),
        ),
        rules=link(_("The rules of this game"), "rules", shown.game.ruleset),
        small=(
            _("Whoever holds this letter can take the seat, so do not pass it on."),
            (named if shown.alone else would or typed) % words,
        ),
    )


def _by(offer: Offer) -> str:
    said = offer.game.entries.filter(act="given", seat=offer.seat).latest("pk").said
    return texts.by_text(said)


def _is_decided(entry: Entry) -> bool:
    """Whether it was decided without its holder, who gives it back at his own word."""
    return "reference" in entry.said and entry.act != "returned"


def _decided(entry: Entry) -> Iterator[str]:
    """Say why a seat was taken from its holder, and what that means to him."""
    yield texts.because_text(entry.said)
    yield _("Please keep to yourself what you know of this game, until it is over.")
    yield _("What was decided about your seat does not count in your record.")
    act = Act.objects.filter(reference=entry.said["reference"], done_at__isnull=False).first()
    if act and act.done_at and act.done_at + Case.APPEALABLE > entry.made_at:
        words = {"until": texts.moment_text(act.done_at + Case.APPEALABLE)}
        yield (
            _(
                "You may appeal until %(until)s, on the page of your account that says what "
                "moderators decided about you."
            )
            % words
        )


def replaced(letter: Letter) -> Content:
    """Tell who sat there before that somebody else has his seat now."""
    entry, game = letter.entry, letter.game
    assert entry is not None, "this letter tells of an entry of the record"
    assert game is not None, "and of a game"
    names = [one_line(texts.called(seat.name)) for seat in game.places.order_by("number")]
    words = {"name": one_line(texts.called(entry.said["who"]))}
    subject, lead = (
        (_("A bot plays on for you"), _("Your seat was taken from you, and a bot plays on."))
        if entry.act == "removed"
        else (_("%(name)s plays on for you"), _("%(name)s has taken your seat."))
    )
    watch = _(
        "Your letters of this game open nothing any more; what everybody may see you can go on "
        "watching."
    )
    return Content(
        subject=subject % words,
        heading=_("Your seat has a new player"),
        lead=f"{lead % words} {watch}",
        story=tuple(_decided(entry)) if _is_decided(entry) else (),
        game=game.name,
        company=texts.ruleset_name(game.ruleset),
        link=link(_("Watch the table"), "table-public", game.key),
        tables=(
            Facts(
                _("The table"),
                (Fact(_("At the table"), texts.joined(names)),),
            ),
        ),
    )


def looked_at(letter: Letter) -> Content:
    """Tell who sat there once that a moderator saw what was hidden."""
    game = letter.game
    assert game is not None, "this letter tells of a game"
    names = [one_line(texts.called(seat.name)) for seat in game.places.order_by("number")]
    reader = texts.reader_of(game.ruleset, names, None)
    looks = game.entries.filter(act="glass").order_by("id")
    words = [texts.act_words(act_of(entry), reader) for entry in looks]
    title, lead = words[-1].title, _("While the game ran its hidden cards were looked at.")
    if not any(entry.said["pages"] for entry in looks):
        title = _("Hidden cards could have been looked at")
        lead = _("While the game ran its hidden cards could have been looked at; they were not.")
    return Content(
        subject=title,
        heading=title,
        lead=" ".join((_("You sat at this table once."), lead)),
        game=game.name,
        company=texts.ruleset_name(game.ruleset),
        link=link(_("Watch the table"), "table-public", game.key),
        story=tuple(each.line for each in words),
    )
