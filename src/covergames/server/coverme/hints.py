"""The HTTP route for a hint, computed from the view of the seat that asks: it cannot tell what the seat may not see."""

from __future__ import annotations

from typing import Annotated, Final, TypeAlias

import msgspec
from litestar import get
from litestar.datastructures import State

from covergames import coverme
from covergames.bots.coverme.advice import Advice, Question, answer
from covergames.schema import CardText, codec_of
from covergames.server.calculator import Calculator
from covergames.server.hang_up import while_connected
from covergames.server.registry import TableRegistry
from covergames.server.routes import TABLE_PROBLEMS, AnyRequest, Bearer, TableName, actor
from covergames.server.security import address_of
from covergames.table import Code, Refusal
from covergames.table.seats import SeatedBot
from covergames.wire.part import HoldsTypeOf, Part

RawAction: TypeAlias = Annotated[msgspec.Raw, HoldsTypeOf(coverme, coverme.Action)]


class Hint(Part, frozen=True, kw_only=True):
    """What the strongest bot would do, and why. Chances are in percent."""

    action: RawAction
    victory: int
    """The share of the victory that can be expected then."""
    star: CardText | None
    """Of the own covers, the new one included, the one that promises most; null: no cover is placed."""
    three_trends: int
    """How likely the star is to show all three trends at the end of the season."""
    all_at_0: int
    """How likely none of the own covers is to show a trend."""


@get("/api/tables/{table:str}/hint", responses=TABLE_PROBLEMS, summary="A hint for the current decision.")
async def hint(table: TableName, state: State, request: AnyRequest, authorization: Bearer = None) -> Hint:
    """Return what to do now, and why. Refused to everybody but a person who plays alone with bots and has to decide."""
    registry: TableRegistry = state.registry
    calculator: Calculator = state.calculator
    session = await registry.session(table)
    who = await actor(session, authorization)
    if not isinstance(who, int):
        raise Refusal(Code.NOT_YOURS, "a hint is for a seat, and the token belongs to none")
    live = session.table
    if not all(isinstance(seat, SeatedBot) for number, seat in enumerate(live.seats) if number != who):
        raise Refusal(Code.NOT_NOW, "hints are for a person who plays alone with bots")
    view = live.game_view(who)
    if not isinstance(view, coverme.View) or not view.legal:
        raise Refusal(Code.NOT_NOW, f"seat {who} has nothing to decide in a game of {coverme.NAME}")
    question = Question(table, who, live.changed[who], view)
    advice = await while_connected(request, calculator.of(answer, question, client=address_of(request.scope)))
    return write_hint(advice, view.options)


def write_hint(advice: Advice, options: coverme.Options) -> Hint:
    """Return the advice with cards as text and chances in percent."""
    texts = coverme.card_texts(options)
    return Hint(
        action=codec_of(coverme, options).action.encode(advice.action),
        victory=round(100 * advice.prospect),
        star=None if advice.star is None else CardText(texts[advice.star]),
        three_trends=round(100 * advice.three_trends),
        all_at_0=round(100 * advice.all_at_0),
    )


HINT_ROUTES: Final = (hint,)
