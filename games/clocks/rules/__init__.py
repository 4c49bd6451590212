"""The rules of time, pure: values in, values out, `now` always given. Standard library only.

A service loads a `table.Table`, makes one change to it, and stores what differs: for each seat
that is asked its `clock.Clock` (deadline, causes, grants, reminders), for a turn that stands aside
its `clock.Aside`, and `Table.due`, the first deadline; all of it as JSON by `store.dump`. Instants
are aware, in UTC. A wish that cannot be granted raises `refusals.Refused` with a `Reason`.

Turns, in `turns`
    may_move        refuse a move: paused, not-asked, too-late, finished
    go_on           after a move, or at the start: clocks begin, stand aside, go on, end
    too_late        the seats whose time is over
    time_out        after their default moves: one miss each
    finish          the game is over

Changes to running turns
    breaks          pause, resume, leave (on vacation), come_home, call_off
    giving          extend, bounce, letter_left, outage
    ruling          rule: other settings; only_gives: whether nobody need agree to them
    seating         substitute, come_back, hand_to_bot, know (new zone or quiet hours)

Reading, in `table`
    Table, Seat     what a service loads and stores
    Table.due       the first deadline; Clock.due, .causes and .remind_at are the seat's
    running_left, waking_left, overdue, with_reminders
    Table.paused_until, and vacations.away: why a game waits

What is chosen, in `settings` and `people`
    settings.load, dump, preset, fit_for, Settings
    people.person, Person

More
    showing         clocks, deadline: what pages and letters tell one viewer of a table's clocks
    proposals       standing: what all must agree to, read off the table's record
    reminders       rung (a mail went out), still_rings (is a late one worth it)
    vacations       Vacation: days and stretch; plan, taken, by_year, dump, load
    outages         outage (was there one), may_enforce, reach (which deadlines it may move)
    silence         consequence of a miss, ends of a game nobody plays
    record          a player's reliability
    orders          parse_lists, parse, write: the grammar
    speaking        evaluate, evaluate_late; legality is asked by callables
    pace            when orders are looked at
    walls           local, first, last, nights, days_off: what clocks on the wall show

Below these: `stretches` (running time), `styles`, `standstills`, `grants`, `clock`, `ruler` (what
measures one clock) and `deadlines`, the order of 4.1. Numbers are sections of time.md.
"""
