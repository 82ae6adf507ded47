"""Writes the generated parts of docs/protocol.md: a worked exchange, and every message with its fields.

python scripts/protocol.py            write them
python scripts/protocol.py --check    exit 1 if they are not up to date

They stand between ``<!-- exchange -->`` or ``<!-- messages -->`` and ``<!-- end -->``; the rest is written by hand.
"""

from __future__ import annotations

import json
import random
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final, get_args

from covergames import coverme
from covergames.coverme import Options
from covergames.dealer import RandomDealer
from covergames.game import IllegalAction, Seat
from covergames.schema import codec_of
from covergames.table import Settings, TableView
from covergames.table.view import Place, Stage
from covergames.wire import (
    Act,
    ClientMessage,
    Done,
    Hello,
    Refused,
    ServerMessage,
    Snapshot,
    Update,
    Welcome,
    You,
    encode,
    read_client_message,
    read_server_message,
    write_arrangement,
)
from covergames.wire.description import Description, Kind
from covergames.wire.typescript import TypeScript

ROOT: Final = Path(__file__).parents[1]
PAGE: Final = ROOT / "docs" / "protocol.md"

NAMES: Final = ("Ada", "Bo", "Cy")
BAR: Final = r"\|"
"""A bar that does not end a cell of a table."""
WIDTH: Final = 110
AT: Final = 1_767_225_600_000
"""When the exchange takes place."""


def exchange() -> Iterator[str]:
    """Seat 0 comes, places a cover, repeats itself, and is refused what is against the rules; seat 1 looks on."""
    dealer = RandomDealer(random.Random(1))
    state = coverme.new(len(NAMES), Options(start=Seat(0), first_game=True), dealer)
    codec = codec_of(coverme, state.options)
    snapshot = Snapshot(coverme, state)
    yield "Ada comes (back) to her table. What is long is cut short here, and nowhere else:"
    yield sent(Hello("R0x…the secret of seat 0"))
    yield told(
        Welcome(
            you=You(Seat(0), host=True),
            sequence=12,
            at=AT,
            table=table_view(),
            arrangement=write_arrangement(coverme, len(NAMES), state.options),
            chat=(),
            public=snapshot.public,
            private=snapshot.private(Seat(0)),
            history=snapshot.history(),
        )
    )
    action = coverme.legal(state, Seat(0))[0]
    order = Act("6f1-1", 12, codec.action.encode(action))
    step = coverme.apply(state, Seat(0), action, dealer)
    snapshot.private(Seat(1))
    after = Snapshot(coverme, step.state, step.events, before=snapshot)
    yield (
        "She chooses the first of her legal actions. It is kept, then everybody is told, then she is answered. Updates have "
        "the whole public part; what is in it as before is left out here:"
    )
    yield sent(order)
    yield told(update(after, Seat(0)), known=snapshot)
    yield told(Done(id=order.id, sequence=13))
    yield "Bo is told the same, but not which card it was; his private part is as he has it already:"
    yield told(update(after, Seat(1)), known=snapshot)
    yield "Had the answer got lost, Ada would send the same command again, and it would have no further effect:"
    yield sent(order)
    yield told(Done(id=order.id, sequence=13))
    yield "What the rules forbid is refused with the rule, and what has changed nothing is told to nobody else:"
    again = Act("6f1-2", 13, codec.action.encode(coverme.legal(state, Seat(0))[1]))
    yield sent(again)
    yield told(refused(step.state, again.id, coverme.legal(state, Seat(0))[1], dealer))


def refused(state: coverme.State, command: str, action: coverme.Action, dealer: RandomDealer) -> Refused:
    """What the rules say against the action."""
    try:
        coverme.apply(state, Seat(0), action, dealer)
    except IllegalAction as error:
        return Refused(id=command, code="illegal", reason=error.reason, rule=error.rule_id, sequence=13)
    raise AssertionError("a seat that has placed its cover may not place another one")


def update(snapshot: Snapshot, viewer: Seat) -> Update:
    """The step as the viewer is told of it."""
    return Update(
        sequence=13,
        at=AT + 4000,
        public=snapshot.public,
        private=snapshot.private_if_changed(viewer),
        events=snapshot.events(viewer),
    )


def table_view() -> TableView:
    """A table with three people."""
    return TableView(
        id="k3x9p2mwtq4r7v8a",
        title="Friday evening",
        stage=Stage.PLAYING,
        settings=Settings(),
        seats=tuple(Place(name=name, present=True, ready=True) for name in NAMES),
        host=Seat(0),
        round_start=None,
        commitment="f1c2…",
        seed=None,
        rematch=None,
        rematch_of=None,
        closed=None,
    )


def sent(message: ClientMessage) -> str:
    """A client's message, as it is read."""
    frame = encode(message)
    assert read_client_message(frame) == message
    return f"client → server\n\n{_block(json.loads(frame))}"


def told(message: ServerMessage, known: Snapshot | None = None) -> str:
    """A server's message, as it is read, without what is public and known already."""
    frame = encode(message)
    assert type(read_server_message(frame)) is type(message)
    data = json.loads(frame)
    if known is not None:
        before = json.loads(encode(known.public))
        changed = {name: value for name, value in data["public"].items() if value != before[name]}
        data["public"] = {"game": before["game"], **changed}
    return f"server → client\n\n{_block(data)}"


def _block(data: Any) -> str:
    return f"```json\n{_laid_out(_short(data))}\n```"


def _laid_out(data: Any, indent: str = "") -> str:
    """On one line if it fits, and otherwise its parts each on their own."""
    line = json.dumps(data, ensure_ascii=False)
    if len(indent) + len(line) <= WIDTH or not isinstance(data, dict | list):
        return line
    deeper = indent + "  "
    if isinstance(data, dict):
        parts = [f"{json.dumps(name)}: {_laid_out(value, deeper)}" for name, value in data.items()]
    else:
        parts = [_laid_out(value, deeper) for value in data]
    opening, closing = "{}" if isinstance(data, dict) else "[]"
    inside = f",\n{deeper}".join(parts)
    return f"{opening}\n{deeper}{inside}\n{indent}{closing}"


def _short(data: Any) -> Any:
    """The data with long lists cut short."""
    if isinstance(data, dict):
        return {name: _short(value) for name, value in data.items()}
    if isinstance(data, list):
        short = [_short(item) for item in data]
        return short if len(short) <= 3 else [*short[:2], f"… {len(short) - 2} more"]
    return data


def messages() -> Iterator[str]:
    """Every kind of message and of what they are made of."""
    described = Description()
    types = TypeScript(described)
    own = (*get_args(ClientMessage), *get_args(ServerMessage))
    for title, kinds in (
        ("What a client sends", described.members(ClientMessage)),
        ("What a server tells", described.members(ServerMessage)),
        ("What messages are made of", [kind for kind in described.kinds if kind.python not in own]),
    ):
        yield f"### {title}"
        for kind in kinds:
            yield _described(kind, types)
    yield "### Words"
    yield "\n".join(f"- `{name}`: {', '.join(f'`{word.value}`' for word in enum)}" for name, enum in described.enums)


def _described(kind: Kind, types: TypeScript) -> str:
    tag = "" if kind.tag is None else f" (`{kind.tag[0]}`: `{kind.tag[1]}`)"
    head = f"**{kind.name}**{tag}. {' '.join(kind.what.split())}"
    if not kind.fields:
        return head
    rows = [
        f"| `{field.name}`{' (may be missing)' if field.is_optional else ''} "
        f"| `{types.type(field.type).replace('|', BAR)}` | {' '.join(field.what.split())} |"
        for field in kind.fields
    ]
    return "\n".join([head, "", "| field | type | |", "|---|---|---|", *rows])


def written(page: str) -> str:
    """The page with its generated parts anew."""
    for name, parts in (("exchange", exchange()), ("messages", messages())):
        start, end = page.index(f"<!-- {name} -->"), page.index("<!-- end -->", page.index(f"<!-- {name} -->"))
        page = "\n\n".join([f"{page[:start]}<!-- {name} -->", *parts, page[end:]])
    return page


def main() -> None:
    """Write, or with --check compare."""
    page = PAGE.read_text("utf-8")
    anew = written(page)
    if "--check" not in sys.argv[1:]:
        PAGE.write_text(anew, "utf-8")
    elif page != anew:
        sys.exit(f"{PAGE.relative_to(ROOT)} is not up to date: run scripts/protocol.py")


if __name__ == "__main__":
    main()
