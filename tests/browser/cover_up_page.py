"""A table of Cover Up in a browser: cards are dragged, turned and flipped by mouse, finger or keys."""

from __future__ import annotations

import math
import re
import time
from contextlib import AsyncExitStack
from dataclasses import dataclass, replace
from typing import Any, Final, assert_never

from playwright.async_api import CDPSession, Locator, expect

from covergames import coverup
from covergames.client import Client, Server
from covergames.coverup import Pile, Placement, house_deck
from covergames.coverup.layout import at_origin, moved, quarter_turned, size
from covergames.game import Seat
from covergames.schema import read_options
from covergames.wire import SeatBot
from tests.browser.guest import Guest, InputMethod, SavedSeat
from tests.browser.words import Words

DECK: Final = house_deck()
HEAR: Final = """globalThis.heard = [];
const start = OscillatorNode.prototype.start;
OscillatorNode.prototype.start = function (at) { heard.push(this.frequency.value); return start.call(this, at); };"""
"""A script that records the pitch of every tone."""


@dataclass
class CoverUpTable:
    """A table of Cover Up with everybody seated, before its start."""

    saved_seats: list[SavedSeat]
    host: Client

    async def start(self) -> None:
        """Start the game: after a countdown of three seconds all may lay."""
        await self.host.start()


async def open_cover_up(
    stack: AsyncExitStack, url: str, *people: str, bots: tuple[str, ...] = (), **options: Any
) -> CoverUpTable:
    """Open a table, and seat people, who are ready, and bots."""
    players = len(people) + len(bots)
    server = Server(url)
    opened = await server.open_table(coverup, players, read_options(coverup, options, players))
    address = f"ws{url.removeprefix('http')}/api/tables/{opened.table}/socket"
    saved_seats = []
    for number, name in enumerate(people):
        joined = await server.join(opened.table, name, nonce=name, token=opened.host_token if number == 0 else None)
        saved_seats.append(SavedSeat(opened.table, joined.token, coverup.NAME))
    host, *others = [await stack.enter_async_context(Client(address, saved.token)) for saved in saved_seats]
    for client in (host, *others):
        await client.ready()
    for number, bot in enumerate(bots):
        await host.order(SeatBot(host.new_id(), Seat(len(people) + number), bot, f"Bot {number + 1}"))
    return CoverUpTable(saved_seats, host)


class Finger:
    """One finger on a touch screen."""

    def __init__(self, session: CDPSession) -> None:
        self._session = session

    async def drag(self, *points: tuple[float, float]) -> None:
        """Touch at the first point and release at the last; one point is a tap."""
        first, *rest = points
        await self._touch("touchStart", first)
        for point in rest:
            await self._touch("touchMove", point)
        await self._touch("touchEnd")

    async def tap_twice(self, at: tuple[float, float]) -> None:
        """Tap twice at the same point; the events say that it was quick, even on a slow machine."""
        now = time.time()
        for number in range(2):
            await self._touch("touchStart", at, timestamp=now + 0.1 * number)
            await self._touch("touchEnd", timestamp=now + 0.1 * number + 0.05)

    async def twist(self, middle: tuple[float, float], apart: float) -> None:
        """Turn a card by a quarter with two fingers, one on the card and one beside it."""
        x, y = middle
        await self._touch("touchStart", middle)
        await self._touch("touchStart", middle, (x + apart, y))
        await self._touch("touchMove", middle, (x + apart * 0.8, y + apart * 0.6))
        await self._touch("touchMove", middle, (x + apart * 0.5, y + apart * 0.87))
        await self._touch("touchEnd")

    async def _touch(self, kind: str, *points: tuple[float, float], **more: float) -> None:
        at = [{"x": x, "y": y} for x, y in points]
        await self._session.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": at, **more})


class Pen:
    """A pen on a screen, or a mouse."""

    def __init__(self, session: CDPSession, kind: str = "pen") -> None:
        self._session = session
        self._kind = kind

    async def drag(self, *points: tuple[float, float]) -> None:
        """Touch at the first point and release at the last."""
        await self._draw("mousePressed", points[0])
        for point in points:
            await self._draw("mouseMoved", point)
        await self._draw("mouseReleased", points[-1])

    async def click_twice(self, at: tuple[float, float]) -> None:
        """Click twice at the same point; the events say that it was quick, even on a slow machine."""
        now = time.time()
        for count in (1, 2):
            await self._draw("mousePressed", at, clickCount=count, timestamp=now + 0.1 * count)
            await self._draw("mouseReleased", at, clickCount=count, timestamp=now + 0.1 * count + 0.05)

    async def _draw(self, kind: str, at: tuple[float, float], **more: float) -> None:
        drawn = {
            "type": kind,
            "x": at[0],
            "y": at[1],
            "pointerType": self._kind,
            "button": "left",
            "buttons": 1,
            "clickCount": 1,
        }
        await self._session.send("Input.dispatchMouseEvent", {**drawn, **more})


FLIPPED: Final = re.compile(r"scale: ?-")
"""The style of a flipped card."""
SLOW_TAP_MS: Final = 340
"""After this time a second tap turns a card instead of flipping it."""


class CoverUpPage:
    """What a player of Cover Up sees and does."""

    def __init__(self, guest: Guest) -> None:
        self.guest = guest
        self.words = words = Words(guest.language)
        page = guest.page
        self.board = page.get_by_role("region", name=words("web.up.board"), exact=True)
        self.cards = self.board.locator("[data-card]")
        self.flip_hourglass = page.get_by_role("button", name=words("web.up.flip-hourglass"), exact=True)
        self.done = page.get_by_role("button", name=words("web.up.done"), exact=True)
        self.points_now = self.board.locator(".count .number b")
        self.undo = self.board.get_by_role("button", name=words("web.up.undo"), exact=True)
        self.rivals = page.get_by_role("list", name=words("web.up.rivals"), exact=True).get_by_role("listitem")
        self.best = page.get_by_role("region", name=words("web.up.best"), exact=True)
        self.giving_back = page.get_by_role("region", name=words("web.up.give-back"), exact=True)
        self.result = page.get_by_role("region", name=words("result.title"), exact=True)
        self._finger: Finger | None = None

    async def open(self, table: str) -> None:
        """Open the table, and wait until the page is connected."""
        await self.guest.page.goto(f"/table/{table}")
        leave = [self.guest.page.get_by_text(self.words(key), exact=True) for key in ("web.leave", "web.leave.save")]
        await leave[0].or_(leave[1]).wait_for(state="attached")

    async def watch(self, table: str) -> None:
        """Open a table as a spectator."""
        await self.guest.page.goto(f"/table/{table}")
        await self.guest.press(self.guest.page.get_by_role("button", name=self.words("web.door.watch"), exact=True))
        await self.guest.page.get_by_role("heading", level=1).wait_for()

    async def listen(self) -> None:
        """Record all tones from now on, in every page."""
        await self.guest.page.add_init_script(HEAR)

    async def heard(self) -> list[int]:
        """The pitches of all tones since the last call, in hertz."""
        pitches: list[float] = await self.guest.page.evaluate("heard.splice(0)")
        return [round(pitch) for pitch in pitches]

    async def turn_sound_on(self) -> None:
        """Turn the sound on in the menu."""
        page, words = self.guest.page, self.words
        await self.guest.press_in_bar(page.get_by_role("button", name=words("web.preferences"), exact=True))
        await page.get_by_role("dialog").get_by_role("checkbox", name=words("web.sound")).check()
        await self.guest.press(page.get_by_role("dialog").get_by_role("button", name=words("web.close"), exact=True))

    def removed(self, number: int, *faults: str) -> Locator:
        """The remark about a card that is removed when a pile is counted."""
        why = ", ".join(self.words(f"cover-up.fault.{fault}") for fault in faults)
        return self.guest.page.get_by_text(self.words("web.up.end.removed", number=number, why=why))

    async def may_lay(self) -> None:
        """Wait until the countdown is over."""
        await expect(self.cards.first).to_be_enabled()

    async def hand(self) -> list[str]:
        """The names of the cards, in the order of the hand."""
        names: list[str] = await self.cards.evaluate_all("cards => cards.map((card) => card.dataset.card)")
        return names

    def card(self, name: str) -> Locator:
        """A card of the hand, wherever it lies."""
        return self.board.locator(f'[data-card="{name}"]')

    async def where(self, name: str) -> tuple[int, int] | None:
        """The column and the row of the card, from 0, as its label says; None: in the hand."""
        label = await self.card(name).get_attribute("aria-label")
        pattern = re.escape(self.words("web.up.at", x="§", y="§")).replace("§", r"(\d+)")
        found = re.search(pattern, label or "")
        return None if found is None else (int(found[1]) - 1, int(found[2]) - 1)

    async def lies_at(self, name: str, at: Placement) -> None:
        """Wait until the card lies there, as its label says."""
        place = re.escape(self.words("web.up.at", x=at.x + 1, y=at.y + 1))
        await expect(self.card(name)).to_have_attribute("aria-label", re.compile(rf"\b{place}(?!\d)"))

    async def laid(self) -> list[str]:
        """The cards that are not in the hand."""
        return [name for name in await self.hand() if await self.where(name) is not None]

    async def best_pile(self) -> Pile:
        """The best pile of the hand, at a place where it fits on the mat."""
        pile = at_origin(coverup.solve([DECK.card(name) for name in await self.hand()], DECK).pile)
        columns, rows = await self.mat()
        across, down = (max(at[axis] for at in map(_corner, pile)) for axis in (0, 1))
        if across > columns or down > rows:
            pile = at_origin(quarter_turned(pile))
            across, down = down, across
        return moved(pile, x=(columns - across) // 2, y=(rows - down) // 2)

    async def lay_best(self) -> Pile:
        """Lay the best pile, card by card."""
        pile = await self.best_pile()
        for at in pile:
            await self.lay(at)
        return pile

    async def lay(self, at: Placement) -> None:
        """Take the card from the hand, turn and flip it, and lay it there; wait until it lies there."""
        await self.drop(at)
        await self.lies_at(DECK[at.card].id, at)

    async def drop(self, at: Placement) -> None:
        """Take the card from the hand, turn and flip it, and lay it there."""
        name = DECK[at.card].id
        card = self.card(name)
        match self.guest.input_method:
            case InputMethod.MOUSE:
                await self._lay_by_mouse(card, at)
            case InputMethod.TOUCH:
                await self._lay_by_finger(card, at)
            case InputMethod.KEYBOARD:
                await self._lay_by_keys(name, at)
            case _:
                assert_never(self.guest.input_method)

    async def lead(self, at: Placement, *, moves: int) -> None:
        """Drag a card with a finger, in curves."""
        name = DECK[at.card].id
        at = await self.on_mat(replace(at, flip=False, turn=0))
        (x0, y0), (x1, y1) = await self._middle(self.card(name)), await self._over(at)
        way = [
            (x0 + (x1 - x0) * step / moves + 20 * math.sin(step), y0 + (y1 - y0) * step / moves)
            for step in range(moves)
        ]
        await (await self._touching()).drag((x0, y0), *way, (x1, y1))
        await self.lies_at(name, at)

    async def lead_by_pen(self, at: Placement) -> None:
        """Drag a card with a pen."""
        name = DECK[at.card].id
        pen = Pen(await self.guest.context.new_cdp_session(self.guest.page))
        x, y = await self._over(at)
        await pen.drag(await self._middle(self.card(name)), (x - 9, y - 9), (x, y))
        await self.lies_at(name, at)

    async def on_mat(self, at: Placement) -> Placement:
        """The nearest place where the whole card is on the mat."""
        (columns, rows), (width, height) = await self.mat(), size(at)
        return replace(at, x=max(0, min(at.x, columns - width)), y=max(0, min(at.y, rows - height)))

    async def twist(self, name: str) -> None:
        """Turn a card with two fingers."""
        await (await self._touching()).twist(await self._middle(self.card(name)), 90)

    async def _lay_by_mouse(self, card: Locator, at: Placement) -> None:
        mouse = self.guest.page.mouse
        await mouse.move(*await self._middle(card))
        if at.flip:
            session = await self.guest.context.new_cdp_session(self.guest.page)
            await Pen(session, "mouse").click_twice(await self._middle(card))
            await expect(card).to_have_attribute("style", FLIPPED)
        for _ in range(at.turn):
            before = await card.get_attribute("style")
            await mouse.wheel(0, 100)  # without waiting for the page
            await expect(card).not_to_have_attribute("style", before or "")
        await mouse.down()
        await mouse.move(*await self._over(at), steps=4)
        await mouse.up()

    async def _lay_by_finger(self, card: Locator, at: Placement) -> None:
        finger = await self._touching()
        middle = await self._middle(card)
        if at.flip:
            await finger.tap_twice(middle)
        # Two quick taps flip a card, so turn it slowly.
        for _ in range(at.turn):
            await finger.drag(middle)
            await self.guest.page.wait_for_timeout(SLOW_TAP_MS)
        x, y = await self._over(at)
        await finger.drag(middle, (x - 9, y - 9), (x, y))

    async def _lay_by_keys(self, name: str, at: Placement) -> None:
        keys = self.guest.page.keyboard
        await self.cards.first.focus()
        await keys.press(str((await self.hand()).index(name) + 1))
        for key in ["f"] * at.flip + ["r"] * at.turn + ["Enter"]:
            await keys.press(key)
        here = await self.where(name)
        assert here is not None, f"{name} is not over the mat"
        for key, steps in zip(("ArrowRight", "ArrowDown"), (at.x - here[0], at.y - here[1]), strict=True):
            back = {"ArrowRight": "ArrowLeft", "ArrowDown": "ArrowUp"}[key]
            for _ in range(abs(steps)):
                await keys.press(key if steps > 0 else back)
        await keys.press("Enter")

    async def give_back(self) -> None:
        """Give back the first green card."""
        await self.guest.press(self.giving_back.locator("li button:enabled").first)
        await self.guest.press(
            self.giving_back.get_by_role("button", name=self.words("web.up.give-back.confirm"), exact=True)
        )

    async def counted(self, number: int, *, timeout_milliseconds: float | None = None) -> Locator:
        """Wait until that round is counted."""
        end = self.guest.page.get_by_role("region", name=self.words("web.up.end.title", round=number), exact=True)
        await end.wait_for(timeout=timeout_milliseconds)
        return end

    async def _touching(self) -> Finger:
        if self._finger is None:
            self._finger = Finger(await self.guest.context.new_cdp_session(self.guest.page))
        return self._finger

    async def _middle(self, card: Locator) -> tuple[float, float]:
        box = await card.bounding_box()
        assert box is not None
        return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2

    async def _over(self, at: Placement) -> tuple[float, float]:
        """The point of the page at the middle of a card that lies there."""
        box = await self.board.locator(".mat").bounding_box()
        assert box is not None
        square = await self._square()
        width, height = size(at)
        return box["x"] + (at.x + width / 2) * square, box["y"] + (at.y + height / 2) * square

    async def _square(self) -> float:
        return float(
            await self.board.locator(".stage").evaluate(
                "stage => parseFloat(getComputedStyle(stage).getPropertyValue('--square'))"
            )
        )

    async def mat(self) -> tuple[int, int]:
        """The numbers of its columns and rows."""
        columns, rows = await self.board.locator(".mat").evaluate(
            """mat => {
              const { width, height } = mat.getBoundingClientRect();
              const square = parseFloat(getComputedStyle(mat).getPropertyValue("--square"));
              return [Math.round(width / square), Math.round(height / square)];
            }"""
        )
        return columns, rows


def _corner(at: Placement) -> tuple[int, int]:
    """The square behind the last column and the last row of the card."""
    width, height = size(at)
    return at.x + width, at.y + height
