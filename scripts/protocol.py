"""Write the generated parts of docs/protocol.md: an example exchange, and every message with its fields.

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
    Done,
    Hello,
    Refused,
    Sent,
    Snapshot,
    Told,
    Update,
    Welcome,
    You,
    encode,
    read_sent,
    read_told,
    write_arrangement,
)
from covergames.wire.description import Description, Kind
from covergames.wire.typescript import TypeScript

ROOT: Final = Path(__file__).parents[1]
PAGE: Final = ROOT / "docs" / "protocol.md"

NAMES: Final = ("Ada", "Bo", "Cy")
ESCAPED_BAR: Final = r"\|"
"""A bar that does not end a cell of a Markdown table."""
WIDTH_COLUMNS: Final = 110
"""The longest line of JSON."""
START_MS: Final = 1_767_225_600_000
"""The time of the exchange, in milliseconds since 1970."""


def exchange() -> Iterator[str]:
    """Yield an exchange: seat 0 connects, places a cover, repeats the command, and sends an illegal action."""
    dealer = RandomDealer(random.Random(1))
    state = coverme.new(len(NAMES), Options(start=Seat(0), first_game=True), dealer)
    codec = codec_of(coverme, state.options)
    snapshot = Snapshot(coverme, state)
    yield "Ada connects to her table. This page shortens long values; the messages do not:"
    yield client_message(Hello("R0x…the secret of seat 0"))
    yield server_message(
        Welcome(
            you=You(Seat(0), host=True),
            sequence=12,
            at=START_MS,
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
        "She chooses the first of her legal actions. The server stores it, sends everybody the update, and then answers her. "
        "An update has the whole public part; this page leaves out the fields that have not changed:"
    )
    yield client_message(order)
    yield server_message(update(after, Seat(0)), known=snapshot)
    yield server_message(Done(id=order.id, sequence=13))
    yield "Bo gets the same update without the face of the card. His private part has not changed and is not sent:"
    yield server_message(update(after, Seat(1)), known=snapshot)
    yield "If the answer is lost, Ada sends the same command again. It has no further effect:"
    yield client_message(order)
    yield server_message(Done(id=order.id, sequence=13))
    yield "The server refuses an illegal action and names the rule. Nothing has changed, so nobody else gets a message:"
    again = Act("6f1-2", 13, codec.action.encode(coverme.legal(state, Seat(0))[1]))
    yield client_message(again)
    yield server_message(refused(step.state, again.id, coverme.legal(state, Seat(0))[1], dealer))


def refused(state: coverme.State, command: str, action: coverme.Action, dealer: RandomDealer) -> Refused:
    """Return the refusal of an illegal action.

    Raises:
        AssertionError: the action is legal.
    """
    try:
        coverme.apply(state, Seat(0), action, dealer)
    except IllegalAction as error:
        return Refused(id=command, code="illegal", reason=error.reason, rule=error.rule_id, sequence=13)
    raise AssertionError("a seat that has placed its cover may not place another one")


def update(snapshot: Snapshot, viewer: Seat) -> Update:
    """Return the viewer's update after one step."""
    return Update(
        sequence=13,
        at=START_MS + 4000,
        public=snapshot.public,
        private=snapshot.news(viewer),
        events=snapshot.events(viewer),
    )


def table_view() -> TableView:
    """Return a table with three people."""
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


def client_message(message: Sent) -> str:
    """Return a client's message as Markdown, after checking that the server can read it."""
    frame = encode(message)
    assert read_sent(frame) == message
    return f"client → server\n\n{_block(json.loads(frame))}"


def server_message(message: Told, known: Snapshot | None = None) -> str:
    """Return a server's message as Markdown, after checking that a client can read it.

    Public fields that are the same in the snapshot `known` are left out.
    """
    frame = encode(message)
    assert type(read_told(frame)) is type(message)
    data = json.loads(frame)
    if known is not None:
        before = json.loads(encode(known.public))
        changed = {name: value for name, value in data["public"].items() if value != before[name]}
        data["public"] = {"game": before["game"], **changed}
    return f"server → client\n\n{_block(data)}"


def _block(data: Any) -> str:
    return f"```json\n{_formatted(_shortened(data))}\n```"


def _formatted(data: Any, indent: str = "") -> str:
    """Return the data as JSON: on one line if it fits, otherwise with one part on each line."""
    line = json.dumps(data, ensure_ascii=False)
    if len(indent) + len(line) <= WIDTH_COLUMNS or not isinstance(data, dict | list):
        return line
    deeper = indent + "  "
    if isinstance(data, dict):
        parts = [f"{json.dumps(name)}: {_formatted(value, deeper)}" for name, value in data.items()]
    else:
        parts = [_formatted(value, deeper) for value in data]
    opening, closing = "{}" if isinstance(data, dict) else "[]"
    inside = f",\n{deeper}".join(parts)
    return f"{opening}\n{deeper}{inside}\n{indent}{closing}"


def _shortened(data: Any) -> Any:
    """Return the data with only the first items of long lists."""
    if isinstance(data, dict):
        return {name: _shortened(value) for name, value in data.items()}
    if isinstance(data, list):
        short = [_shortened(item) for item in data]
        return short if len(short) <= 3 else [*short[:2], f"… {len(short) - 2} more"]
    return data


def messages() -> Iterator[str]:
    """Yield a description of every message, of their parts, and of the words with a fixed set of values."""
    described = Description()
    types = TypeScript(described)
    own = (*get_args(Sent), *get_args(Told))
    for title, kinds in (
        ("Messages from a client", described.members(Sent)),
        ("Messages from a server", described.members(Told)),
        ("Parts of messages", [kind for kind in described.kinds if kind.python not in own]),
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
        f"| `{types.type(field.type).replace('|', ESCAPED_BAR)}` | {' '.join(field.what.split())} |"
        for field in kind.fields
    ]
    return "\n".join([head, "", "| field | type | |", "|---|---|---|", *rows])


def written(page: str) -> str:
    """Return the page with its generated parts replaced."""
    for name, parts in (("exchange", exchange()), ("messages", messages())):
        start, end = page.index(f"<!-- {name} -->"), page.index("<!-- end -->", page.index(f"<!-- {name} -->"))
        page = "\n\n".join([f"{page[:start]}<!-- {name} -->", *parts, page[end:]])
    return page


def main() -> None:
    """Write the page or check it."""
    page = PAGE.read_text("utf-8")
    updated = written(page)
    if "--check" not in sys.argv[1:]:
        PAGE.write_text(updated, "utf-8")
    elif page != updated:
        sys.exit(f"{PAGE.relative_to(ROOT)} is not up to date: run scripts/protocol.py")


if __name__ == "__main__":
    main()
