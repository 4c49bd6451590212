"""Another address for my letters: wished for signed in, agreed to by both mailboxes."""

from django.conf import settings
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_http_methods

from games import links, texts
from games.accounts import selectors
from games.accounts.services import address as services
from games.accounts.services import reach as reaching
from games.errors import BadLink, ServiceError
from games.forms import AddressForm
from games.middleware import speak_to
from games.models import Player
from games.services import instant
from games.views.pages import bad_link, for_players, is_fresh, notice, prove_first, see_other

FORM_METHODS = ["GET", "HEAD", "POST"]


@never_cache
@for_players
@require_http_methods(FORM_METHODS)
def address(request: HttpRequest, player: Player) -> HttpResponse:
    """Ask for another address, show how far that is, and call it off."""
    now = instant.now()
    if request.method == "POST" and "stop" in request.POST:
        services.call_off(player, now=now)
        messages.success(request, _("Called off. Your letters go on as before."))
        return see_other(reverse("address"))
    if request.method == "POST" and not is_fresh(request, player):
        return prove_first(request)
    form = AddressForm(request.POST or None)
    if request.method == "POST" and form.is_valid():
        try:
            services.ask(player, form.cleaned_data["email"], now=now)
        except ServiceError as problem:
            form.add_error("email", problem.message)
        else:
            messages.success(request, _("Two letters are on their way, one to each address."))
            return see_other(reverse("address"))
    moving = selectors.moving(player, now=now)
    context = {
        "form": form,
        "fresh": is_fresh(request, player),
        "moving": moving,
        "until": texts.moment_text(moving.until) if moving else "",
        "operators": settings.OPERATORS_ADDRESS,
    }
    return render(request, "pages/account/address.html", context)


@never_cache
@require_http_methods(FORM_METHODS)
def agree(request: HttpRequest, token: str) -> HttpResponse:
    """Show one of the two mailboxes what is wished for, and take its answer."""
    now = instant.now()
    try:
        claim = links.ADDRESS.read(token)
        if request.method == "POST" and "refuse" in request.POST:
            services.refuse(claim, now=now)
            return _refused(request)
        if request.method == "POST":
            services.agree(claim, now=now)
            return see_other(reverse("address-agree", args=[token]))
        moving = selectors.moving_by_letter(claim, now=now)
    except BadLink:
        return _over(request)
    except ServiceError as problem:
        return notice(request, _("Nothing was changed"), problem.message, status=409)
    mine = moving.new_agreed if claim.new else moving.old_agreed
    context = {"moving": moving, "new": claim.new, "agreed": mine, "hide_sign_in": True}
    context["done"] = moving.old_agreed and moving.new_agreed and moving.due is None
    context["due"] = texts.moment_text(moving.due) if moving.due else ""
    return render(request, "pages/account/agree.html", context)


# As with a seat's letter: the address is all it takes, so no cookie is asked for.
@csrf_exempt
@never_cache
@require_http_methods(FORM_METHODS)
def reach(request: HttpRequest, token: str) -> HttpResponse:
    """Ask the reader of a letter whether it arrived, and take his yes."""
    now = instant.now()
    try:
        claim = links.REACH.read(token)
        if request.method == "POST":
            speak_to(reaching.confirm(claim, now=now))
            return notice(
                request,
                _("Thank you: letters come again"),
                _("Your tables know that you can be reached. What you are written of you choose."),
                next_href=reverse("subscriptions-mine"),
                next_label=_("My letters"),
            )
        player = reaching.asked(claim, now=now)
    except BadLink:
        return bad_link(request)
    speak_to(player)
    context = {"email": player.email, "hide_sign_in": True}
    return render(request, "pages/account/reach.html", context)


def _refused(request: HttpRequest) -> HttpResponse:
    return notice(
        request,
        _("Nothing is changed"),
        _("The wish is void; letters go where they went."),
        _("If somebody uses your account, sign out all other devices on the page of your account."),
        next_href=reverse("devices"),
        next_label=_("Devices and links"),
    )


def _over(request: HttpRequest) -> HttpResponse:
    return notice(
        request,
        _("This letter asks for nothing any more"),
        _("The wish was called off or replaced by a newer one, or three days have passed."),
        _("Nothing was changed. The latest letter about it counts."),
        status=404,
        next_href=reverse("address"),
        next_label=_("My address"),
    )
