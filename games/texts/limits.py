"""Limits in words: what was a lot, what stands nevertheless, and when it goes on."""

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games import errors
from games.limits import rules
from games.texts.moments import wait_text


def too_many_text(problem: errors.TooMany) -> str:
    """Say which limit was reached, and when there is room again."""
    return _sentences()[problem.limit] % {"wait": wait_text(problem.until, now=problem.now)}


def too_many_open_text(problem: errors.TooManyOpen) -> str:
    """Say that an organiser has enough tables that wait for people."""
    if problem.newcomer:
        return ngettext(
            "You have %(n)d table that has not begun. Until somebody else sits down at one of "
            "yours, no more can be opened. It stands as it is: invite people, or call it off.",
            "You have %(n)d tables that have not begun. Until somebody else sits down at one of "
            "yours, no more can be opened. They stand as they are: invite people, or call one off.",
            problem.most,
        ) % {"n": problem.most}
    return ngettext(
        "You have %(n)d table that has not begun, and that is the most. It stands as it is: "
        "start it or call it off, then open another.",
        "You have %(n)d tables that have not begun, and that is the most. They stand as they are: "
        "start one or call one off, then open another.",
        problem.most,
    ) % {"n": problem.most}


def _sentences() -> dict[str, str]:
    other_ways = " " + _(
        "A browser that was signed in with this address before need not wait, and the links in "
        "letters of your games work without a code."
    )
    return {
        rules.CODES_FROM_HERE.name: _(
            "Many codes went to this address. The newest letters there are still good: open the "
            "link in one of them and enter its code. From here another can be sent in %(wait)s."
        ),
        rules.CODES_FROM_HERE_A_DAY.name: _(
            "From where you are, many codes went to this address within a day. Another can be sent "
            "in %(wait)s, or now from elsewhere."
        )
        + other_ways,
        rules.CODES_OF_A_NETWORK.name: _(
            "From where you are, many codes were asked for within an hour. Another can be sent in "
            "%(wait)s, or now from elsewhere."
        )
        + other_ways,
        rules.CODES_OF_A_FULL_MAILBOX.name: _(
            "Many codes went to this address within a day, perhaps because a stranger asked for "
            "them. We still send one an hour; the next one can go in %(wait)s."
        )
        + other_ways,
        rules.TRIES_TO_REACH.name: _(
            "Three letters went out within a day to see whether they arrive. The next one can go "
            "in %(wait)s."
        ),
        rules.CODES_OF_A_KNOWN_BROWSER.name: _(
            "Many codes went to this address within an hour. If one of the newest letters has "
            "come, enter its code by the link in it. Another can be sent in %(wait)s."
        ),
        rules.HOUSEHOLDS.name: _(
            "You have asked as many people as can be asked within a day, so nothing was sent. The "
            "next can be asked in %(wait)s."
        ),
        rules.HOUSEHOLDS_AT_A_MAILBOX.name: _(
            "This address was asked often enough within a day, so nothing was sent. It can be "
            "asked again in %(wait)s."
        ),
        rules.INVITATIONS.name: _(
            "You have sent as many invitations as go out within a day. Those that were sent stand; "
            "the next can be sent in %(wait)s. The link of the table can be shared at any time."
        ),
        rules.INVITATIONS_OF_A_NEWCOMER.name: _(
            "Until somebody else sits down at a table of yours, only few invitations go out. Those "
            "that were sent stand; as soon as one is accepted there can be more, else in %(wait)s. "
            "The link of the table can be shared at any time."
        ),
        rules.INVITATIONS_OF_A_NETWORK.name: _(
            "From where you are, many new players sent invitations within a day. Those that were "
            "sent stand; the next can be sent in %(wait)s. The link of the table can be shared at "
            "any time."
        ),
        rules.INVITATIONS_TO_A_MAILBOX.name: _(
            "This address was invited very often within a day, so nothing was sent. It can be "
            "invited again in %(wait)s; or share the link of the table."
        ),
        rules.ADDRESS_WISHES.name: _(
            "You have named many addresses within a day. Nothing was changed; you can name another "
            "in %(wait)s."
        ),
        rules.ADDRESS_WISHES_TO_A_MAILBOX.name: _(
            "This address was asked very often within a day, so nothing was sent or changed. It "
            "can be asked again in %(wait)s."
        ),
        rules.LEAGUES.name: _(
            "You have founded several leagues within a day, so this one was not. The next can be "
            "founded in %(wait)s."
        ),
        rules.CHANNELS.name: _(
            "You have added many channels within a day, so this one was not kept. Another can be "
            "added in %(wait)s."
        ),
        rules.TRIALS.name: _(
            "You have tried out channels often within an hour, so nothing was sent. The next trial "
            "can go in %(wait)s."
        ),
        rules.PASSKEYS.name: _(
            "You have added many passkeys within a day, so this one was not kept; delete it on "
            "your device. Another can be added in %(wait)s."
        ),
    }
