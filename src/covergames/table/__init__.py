"""One live table: seats, deals, clock, chat and record, as a fold over its entries. No I/O, no clock, no randomness.

>>> from covergames.game import Seat
>>> from covergames.table import Act, KEEPER, Ready, SeatBot, Settings, Sit, Start, Table, opening, token_hash
>>> first = opening("cover-me", players=3, options={"start": 0}, settings=Settings(), title="", seed="5e" * 32,
...                 host_token_hash=None, at=0)
>>> table = Table.fold("t1", [first])
>>> for command, actor in (
...     (Sit("Ada", token_hash("a secret"), nonce="dice-and-4-2-6"), None),
...     (SeatBot(Seat(1), "random", "Bo"), Seat(0)),
...     (SeatBot(Seat(2), "trend", "Cy"), Seat(0)),
...     (Start(), Seat(0)),
...     (Act({"event": "take", "from": "blonde"}, seen=5), Seat(0)),
... ):
...     table.accept(table.propose(command, by=actor, at=1000))  # a server stores the entry in between
>>> table
<Table t1: cover-me, playing, sequence 6>
>>> table.game_view(Seat(0)).to_act
(1,)

"""

from covergames.table.commands import (
    HOST,
    KEEPER,
    OPERATOR,
    Act,
    Actor,
    Arrange,
    Close,
    Command,
    Connect,
    Disconnect,
    Leave,
    Lock,
    Mute,
    Play,
    Ready,
    Rematch,
    Remove,
    ReportDelay,
    Role,
    Say,
    SeatBot,
    ShutDown,
    Sit,
    StandIn,
    Start,
    TakeBack,
    TimeUp,
)
from covergames.table.duties import Duty
from covergames.table.entries import Entry, EntryBody, NewerFormat, Origin, decode
from covergames.table.fair import FairDealer, anew_dealer, commitment
from covergames.table.opening import opening, rematch
from covergames.table.proof import NotProven, Proof, prove
from covergames.table.records import ORIGIN, check_over, dealt, origin_at, origin_of, record_of
from covergames.table.refusal import Code, Refusal, Repeated
from covergames.table.settings import Settings
from covergames.table.table import BotTurn, Proposal, Table
from covergames.table.tokens import is_token, token_hash
from covergames.table.user_text import Message, Notice
from covergames.table.view import Place, Stage, TableView

__all__ = [
    "HOST",
    "KEEPER",
    "OPERATOR",
    "ORIGIN",
    "Act",
    "Actor",
    "Arrange",
    "BotTurn",
    "Close",
    "Code",
    "Command",
    "Connect",
    "Disconnect",
    "Duty",
    "Entry",
    "EntryBody",
    "FairDealer",
    "Leave",
    "Lock",
    "Message",
    "Mute",
    "NewerFormat",
    "NotProven",
    "Notice",
    "Origin",
    "Place",
    "Play",
    "Proof",
    "Proposal",
    "Ready",
    "Refusal",
    "Rematch",
    "Remove",
    "Repeated",
    "ReportDelay",
    "Role",
    "Say",
    "SeatBot",
    "Settings",
    "ShutDown",
    "Sit",
    "Stage",
    "StandIn",
    "Start",
    "Table",
    "TableView",
    "TakeBack",
    "TimeUp",
    "anew_dealer",
    "check_over",
    "commitment",
    "dealt",
    "decode",
    "is_token",
    "opening",
    "origin_at",
    "origin_of",
    "prove",
    "record_of",
    "rematch",
    "token_hash",
]
