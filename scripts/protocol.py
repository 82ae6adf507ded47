"""Writes the generated parts of docs/protocol.md: an example exchange, and every message with its fields.

python scripts/protocol.py            write them
python scripts/protocol.py --check    exit 1 if they are not up to date

They are between ``<!-- exchange -->`` or ``<!-- messages -->`` and ``<!-- end -->``; the rest is written by hand.
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
    """Yield an exchange: seat 0 connects, places a cover, repeats the command, and breaks a rule; seat 1 watches."""
    dealer = RandomDealer(random.Random(1))
    state = coverme.new(len(NAMES), Options(start=Seat(0), first_game=True), dealer)
    codec = codec_of(coverme, state.options)
    snapshot = Snapshot(coverme, state)
    yield "Ada connects to her table, for the first time or again. Long lists are shortened here; real messages are complete:"
    yield from_client(Hello("R0x…the secret of seat 0"))
    yield from_server(
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
        "She chooses the first of her legal actions. The server stores it, sends an update to everybody, and answers her. A real "
        "update has the whole public part; its unchanged fields are omitted here:"
    )
    yield from_client(order)
    yield from_server(update(after, Seat(0)), known=snapshot)
    yield from_server(Done(id=order.id, sequence=13))
    yield "Bo gets the same update without the card. His private part has not changed, so it is missing:"
    yield from_server(update(after, Seat(1)), known=snapshot)
    yield "If the answer is lost, Ada sends the same command again. It has no further effect:"
    yield from_client(order)
    yield from_server(Done(id=order.id, sequence=13))
    yield "The server refuses an action that breaks a rule, and names the rule. Nobody else gets a message:"
    again = Act("6f1-2", 13, codec.action.encode(coverme.legal(state, Seat(0))[1]))
    yield from_client(again)
    yield from_server(refused(step.state, again.id, coverme.legal(state, Seat(0))[1], dealer))


def refused(state: coverme.State, command: str, action: coverme.Action, dealer: RandomDealer) -> Refused:
    """Return the refusal of the action."""
    try:
        coverme.apply(state, Seat(0), action, dealer)
    except IllegalAction as error:
        return Refused(id=command, code="illegal", reason=error.reason, rule=error.rule_id, sequence=13)
    raise AssertionError("a seat that has placed its cover may not place another one")


def update(snapshot: Snapshot, viewer: Seat) -> Update:
    """Return the update of the step for the viewer."""
    return Update(
        sequence=13,
        at=AT + 4000,
        public=snapshot.public,
        private=snapshot.private_if_changed(viewer),
        events=snapshot.events(viewer),
    )


def table_view() -> TableView:
    """Return the view of a table with three people."""
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


def from_client(message: ClientMessage) -> str:
    """Return a client's message as text."""
    frame = encode(message)
    assert read_client_message(frame) == message
    return f"client → server\n\n{_block(json.loads(frame))}"


def from_server(message: ServerMessage, known: Snapshot | None = None) -> str:
    """Return a server's message as text, without public fields that are the same as in the known snapshot."""
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
    """Return the data on one line if it fits, otherwise each part on a separate line."""
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
    """Return the data with shortened lists."""
    if isinstance(data, dict):
        return {name: _short(value) for name, value in data.items()}
    if isinstance(data, list):
        short = [_short(item) for item in data]
        return short if len(short) <= 3 else [*short[:2], f"… {len(short) - 2} more"]
    return data


def messages() -> Iterator[str]:
    """Yield every message and every part of a message."""
    described = Description()
    types = TypeScript(described)
    own = (*get_args(ClientMessage), *get_args(ServerMessage))
    for title, kinds in (
        ("Messages of clients", described.members(ClientMessage)),
        ("Messages of the server", described.members(ServerMessage)),
        ("Parts of messages", [kind for kind in described.kinds if kind.python not in own]),
    ):
        yield f"### {title}"
        for kind in kinds:
            yield _described(kind, types)
    yield "### Enumerations"
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
    """Return the page with new generated parts."""
    for name, parts in (("exchange", exchange()), ("messages", messages())):
        start, end = page.index(f"<!-- {name} -->"), page.index("<!-- end -->", page.index(f"<!-- {name} -->"))
        page = "\n\n".join([f"{page[:start]}<!-- {name} -->", *parts, page[end:]])
    return page


def main() -> None:
    """Write the page, or with --check compare it."""
    page = PAGE.read_text("utf-8")
    updated = written(page)
    if "--check" not in sys.argv[1:]:
        PAGE.write_text(updated, "utf-8")
    elif page != updated:
        sys.exit(f"{PAGE.relative_to(ROOT)} is not up to date: run scripts/protocol.py")


if __name__ == "__main__":
    main()
