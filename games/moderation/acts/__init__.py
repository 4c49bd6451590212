"""Every act that is built, by its key in the matrix; how to add one is said in CONTRIBUTING.

Those of directors on leagues stand apart: whoever looks after games has none of them.
"""

from collections.abc import Mapping

from games.moderation.acts.addresses import RecoverAccount, ResetAddress
from games.moderation.acts.adjudicating import Adjudicate
from games.moderation.acts.annulling import Annul
from games.moderation.acts.appeals import DecideAppeal
from games.moderation.acts.banning import Ban, SeatRemoved
from games.moderation.acts.closing import CloseReport
from games.moderation.acts.extending import ExtendAll, ExtendGame, ExtendTurn
from games.moderation.acts.forcing import ForceDefault
from games.moderation.acts.glass import ExportRecord, GlassSeat, GlassState, Impersonate
from games.moderation.acts.hiding import HideTalk, PlainName
from games.moderation.acts.holding import Hold, Release
from games.moderation.acts.leagues import Announce, Cancel, ExtendLeague, GoOn, OnLeague, Suspend
from games.moderation.acts.letters import ResendLetter
from games.moderation.acts.links import RevokeLinks
from games.moderation.acts.pausing import Pause, Resume
from games.moderation.acts.players import (
    Excuse,
    GiveStep,
    Penalise,
    Remit,
    Revoke,
    TakeBack,
    TakeOut,
)
from games.moderation.acts.removing import Remove
from games.moderation.acts.repairing import Quarantine, Restore, Retry
from games.moderation.acts.replacing import Replace
from games.moderation.acts.restarting import RestartGame
from games.moderation.acts.returning import BringBack
from games.moderation.acts.rewinding import RestartRound, Rewind, UndoForced
from games.moderation.acts.roles import GrantRole
from games.moderation.acts.rounds import (
    Admit,
    AnnulTable,
    DecideTable,
    Exchange,
    Move,
    PlayAgain,
    Postpone,
)
from games.moderation.acts.sanctions import Lift, Mute, NoNewGames, NoReports, Note
from games.moderation.acts.signals import DismissSignal
from games.moderation.acts.swapping import SwapSeats
from games.moderation.services.act import Act

_BUILT: tuple[Act, ...] = (
    Pause(), Resume(), ExtendTurn(), ExtendGame(), ForceDefault(), UndoForced(),
    SwapSeats(),
    Rewind(), RestartRound(), Remove(), BringBack(), RevokeLinks(), ResendLetter(), GrantRole(),
    Hold(), Release(), Replace(), Annul(), Note(), Mute(), NoReports(), NoNewGames(), Ban(),
    SeatRemoved(), Lift(), HideTalk(), PlainName(), ExtendAll(), DismissSignal(), Adjudicate(),
    GlassSeat(), Quarantine(), Retry(), ResetAddress(), RecoverAccount(), GlassState(),
    RestartGame(), Impersonate(), CloseReport(), DecideAppeal(), Restore(),
    ExportRecord(),
)  # fmt: skip
ACTS: Mapping[str, Act] = {act.key: act for act in _BUILT}
_OF_DIRECTORS: tuple[OnLeague, ...] = (
    Announce(), Cancel(), Suspend(), GoOn(), Postpone(), Exchange(), DecideTable(), AnnulTable(),
    PlayAgain(), Admit(), Move(), TakeOut(), ExtendLeague(), Penalise(), Remit(), GiveStep(),
    TakeBack(), Excuse(), Revoke(),
)  # fmt: skip
OF_LEAGUES: Mapping[str, OnLeague] = {act.key: act for act in _OF_DIRECTORS}
EVERY: Mapping[str, Act] = {**ACTS, **OF_LEAGUES}
