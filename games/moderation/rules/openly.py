"""Which acts stand in the log for whom: an allow-list, so that a further act is told to nobody."""

AT_THE_TABLE = frozenset({
    *("pause", "resume", "extend-turn", "extend-game", "extend-league", "force-default"),
    *("undo-forced", "rewind", "restart-round", "restart-game", "annul", "adjudicate", "replace"),
    *("remove", "bring-back", "swap-seats", "quarantine", "retry", "restore", "give-back"),
})  # fmt: skip
"""Of a game, to who plays or played there: all of it stands in its record, too."""

ABOUT_HIM = frozenset({
    *("mute", "no-reports", "no-new-games", "seat-removed", "ban", "lift", "plain-name"),
    *("grant-role", "reset-address", "recover-account", "recovered", "vouch"),
    "declare-household",
    "decide-appeal",
})  # fmt: skip
"""Of a person, to himself: what he was told. Notes are for moderators, and so is who looked."""
