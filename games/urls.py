"""The addresses of all pages. Only POST ever changes anything."""

from django.conf import settings
from django.urls import URLPattern, path

from games.views import (
    accounts,
    away,
    calendar,
    home,
    invitations,
    letterbox,
    lobby,
    orders,
    records,
    rules,
    seat,
    seats,
    stories,
    table,
    time,
)

urlpatterns: list[URLPattern] = [
    path("", home.home, name="home"),
    path("sign-in/", accounts.sign_in, name="accounts-sign-in"),
    path("sign-in/code/<uuid:sign_in_id>/", accounts.enter_code, name="accounts-enter-code"),
    path("sign-out/", accounts.sign_out, name="accounts-sign-out"),
    path("me/", accounts.me, name="accounts-me"),
    path("me/record/", records.mine, name="records-mine"),
    path("me/record/<int:turn>/", records.appeal, name="records-appeal"),
    path("seats/", seats.open_list, name="seats-open-list"),
    path("me/time/", away.mine, name="away-mine"),
    path("me/time/vacation/", away.plan, name="away-plan"),
    path("me/time/home/", away.home, name="away-home"),
    path("me/time/call-off/", away.call_off, name="away-call-off"),
    path("me/time/calendar/", calendar.renew, name="calendar-renew"),
    path("c/<str:token>/saboteur.ics", calendar.feed, name="calendar-feed"),
    path("games/new/", lobby.new_game, name="lobby-new-game"),
    path("rules/<slug:key>/", rules.rules, name="rules"),
    path("g/<slug:key>/", table.public, name="table-public"),
    path("g/<slug:key>/seat/", seat.mine, name="seat-mine"),
    path("g/<slug:key>/seat/move/", seat.my_move, name="seat-my-move"),
    path("g/<slug:key>/seat/orders/", orders.mine, name="orders-mine"),
    path("g/<slug:key>/seat/story/", stories.mine, name="stories-mine"),
    path("g/<slug:key>/story/", stories.public, name="stories-public"),
    path("g/<slug:key>/seats/", seats.of_game, name="seats-of-game"),
    path("g/<slug:key>/time/", time.table, name="time-table"),
    path("g/<slug:key>/time/rule/", time.rule, name="time-rule"),
    path("g/<slug:key>/invite/", lobby.invite, name="lobby-invite"),
    path("g/<slug:key>/resend/", lobby.resend, name="lobby-resend"),
    path("g/<slug:key>/withdraw/", lobby.withdraw, name="lobby-withdraw"),
    path("g/<slug:key>/bot/", lobby.add_bot, name="lobby-add-bot"),
    path("g/<slug:key>/link/", lobby.renew_link, name="lobby-renew-link"),
    path("g/<slug:key>/remove/", lobby.remove, name="lobby-remove"),
    path("g/<slug:key>/leave/", lobby.leave, name="lobby-leave"),
    path("g/<slug:key>/start/", lobby.start, name="lobby-start"),
    path("g/<slug:key>/cancel/", lobby.cancel, name="lobby-cancel"),
    path("j/<str:token>/", invitations.join, name="invitations-join"),
    path("i/<str:token>/", invitations.answer, name="invitations-answer"),
    path("s/<str:token>/", invitations.start, name="invitations-start"),
    path("t/<str:token>/", seat.by_letter, name="seat-by-letter"),
    path("t/<str:token>/time/", time.by_letter, name="time-by-letter"),
    path("t/<str:token>/vacation/", away.by_letter, name="away-by-letter"),
    path("t/<str:token>/move/", seat.move_by_letter, name="seat-move-by-letter"),
    path("t/<str:token>/seats/", seats.by_letter, name="seats-by-letter"),
    path("t/<str:token>/orders/", orders.by_letter, name="orders-by-letter"),
    path("t/<str:token>/story/", stories.by_letter, name="stories-by-letter"),
    path("o/<str:token>/", seats.asked, name="seats-asked"),
]

if settings.LOCAL_MODE:
    # Everybody's letters lie open there, so elsewhere the addresses do not even exist.
    urlpatterns += [
        path("mail/", letterbox.letters, name="letterbox-letters"),
        path("mail/<str:name>/", letterbox.letter, name="letterbox-letter"),
        path("mail/<str:name>/html/", letterbox.html, name="letterbox-html"),
        path("mail/<str:name>/part/<int:part>/", letterbox.part, name="letterbox-part"),
    ]
