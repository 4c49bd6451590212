"""The addresses of all pages. Only POST ever changes anything."""

from django.conf import settings
from django.urls import URLPattern, path

from games.views import accounts, home, invitations, letterbox, lobby, rules, seat, table

urlpatterns: list[URLPattern] = [
    path("", home.home, name="home"),
    path("sign-in/", accounts.sign_in, name="sign-in"),
    path("sign-in/code/<uuid:sign_in_id>/", accounts.enter_code, name="sign-in-code"),
    path("sign-out/", accounts.sign_out, name="sign-out"),
    path("me/", accounts.me, name="me"),
    path("games/new/", lobby.new_game, name="new-game"),
    path("rules/<slug:key>/", rules.rules, name="rules"),
    path("g/<slug:key>/", table.public, name="game"),
    path("g/<slug:key>/seat/", seat.mine, name="my-seat"),
    path("g/<slug:key>/seat/move/", seat.my_move, name="my-move"),
    path("g/<slug:key>/invite/", lobby.invite, name="invite"),
    path("g/<slug:key>/resend/", lobby.resend, name="resend"),
    path("g/<slug:key>/withdraw/", lobby.withdraw, name="withdraw"),
    path("g/<slug:key>/bot/", lobby.add_bot, name="add-bot"),
    path("g/<slug:key>/link/", lobby.renew_link, name="renew-link"),
    path("g/<slug:key>/remove/", lobby.remove, name="remove"),
    path("g/<slug:key>/leave/", lobby.leave, name="leave"),
    path("g/<slug:key>/start/", lobby.start, name="start"),
    path("g/<slug:key>/cancel/", lobby.cancel, name="cancel"),
    path("j/<str:token>/", invitations.join, name="join"),
    path("i/<str:token>/", invitations.answer, name="invitation"),
    path("s/<str:token>/", invitations.start, name="start-by-letter"),
    path("t/<str:token>/", seat.by_letter, name="table"),
    path("t/<str:token>/move/", seat.move_by_letter, name="table-move"),
]

if settings.LOCAL_MODE:
    # Everybody's letters lie open there, so elsewhere the addresses do not even exist.
    urlpatterns += [
        path("mail/", letterbox.letters, name="letterbox"),
        path("mail/<str:name>/", letterbox.letter, name="letterbox-letter"),
        path("mail/<str:name>/html/", letterbox.html, name="letterbox-html"),
        path("mail/<str:name>/part/<int:part>/", letterbox.part, name="letterbox-part"),
    ]
