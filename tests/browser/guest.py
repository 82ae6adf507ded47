"""A person with a separate browser, and all errors that happen in it."""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from dataclasses import asdict, dataclass, field
from enum import Enum
from typing import Any, Final, assert_never, cast

from anyio import fail_after
from playwright.async_api import (
    Browser,
    BrowserContext,
    ConsoleMessage,
    Error,
    Locator,
    Page,
    StorageState,
    WebSocket,
    expect,
)

from covergames import coverme, coverup
from covergames.text import catalog

TIMEOUT_MILLISECONDS: Final = 60_000.0
"""How long an action may take on a busy machine."""
NO_CONNECTION: Final = r"WebSocket connection to .* failed|ERR_CONNECTION_REFUSED|ERR_INTERNET_DISCONNECTED"
"""What Chromium always logs while there is no server or no network."""
CLOSED_WHILE_INSTALLING: Final = r"^An unknown error occurred when fetching the script\. \(\)$"
"""What Chromium logs when a page is closed while its service worker is being loaded."""
EXPLAINED: Final = [key for key in catalog("en") if key.startswith(("web.coach.", "web.goal."))]
"""What the client explains at the table to somebody who plays for the first time."""
PLAYED: Final = [f"covergames.played.{game.NAME}" for game in (coverme, coverup)]
"""The storage keys that say that somebody has played."""
MAX_TAB_PRESSES: Final = 200
"""The most presses of the Tab key from one element to another."""


class Device(Enum):
    """The device of a guest."""

    DESKTOP = "desktop"
    PHONE = "phone"

    @property
    def settings(self) -> dict[str, Any]:
        """The browser's settings."""
        if self is Device.PHONE:
            return {
                "viewport": {"width": 390, "height": 844},
                "device_scale_factor": 2,
                "is_mobile": True,
                "has_touch": True,
            }
        return {"viewport": {"width": 1280, "height": 800}}


class InputMethod(Enum):
    """How a guest presses things."""

    MOUSE = "mouse"
    TOUCH = "touch"
    KEYBOARD = "keyboard"


@dataclass(frozen=True)
class SavedSeat:
    """A seat that the browser has saved earlier, with its token."""

    table: str
    token: str
    game: str


@dataclass
class Guest:
    """One person: a browser context, with separate storage and cache, and a page in it."""

    context: BrowserContext
    page: Page
    language: str
    input_method: InputMethod
    faults: list[str] = field(default_factory=list)
    frames: list[str] = field(default_factory=list)
    """All frames of the server."""
    expected: list[str] = field(default_factory=lambda: [CLOSED_WHILE_INSTALLING])
    """Patterns of errors that the test causes, such as failed connections while there is no server."""

    async def press(self, what: Locator) -> None:
        """Press a button, link or box: by mouse, by touch, or with the Tab key and Enter."""
        match self.input_method:
            case InputMethod.MOUSE:
                await what.click()
            case InputMethod.TOUCH:
                await what.tap()
            case InputMethod.KEYBOARD:
                await self.walk_to(what)
                await self.page.keyboard.press("Enter")
            case _:
                assert_never(self.input_method)

    @property
    def coach(self) -> Locator:
        """The note for somebody who plays for the first time."""
        return self.page.get_by_role("complementary", name=catalog(self.language)["web.coach"], exact=True)

    async def press_in_bar(self, what: Locator) -> None:
        """Press a button of the bar at the top; on a phone it may be in the bar's menu."""
        more = self.page.get_by_role("button", name=catalog(self.language)["web.more"], exact=True)
        await what.or_(more).first.wait_for()
        if await what.count() == 0:
            await self.press(more)
        await self.press(what)

    async def walk_to(self, what: Locator) -> None:
        """Press Tab until the element has the focus."""
        await expect(what).to_be_enabled()
        for _ in range(MAX_TAB_PRESSES):
            if await self.is_at(what):
                return
            await self.page.keyboard.press("Tab")
        raise AssertionError(f"the Tab key never reaches {what}")

    async def is_at(self, what: Locator) -> bool:
        """Whether the element has the focus."""
        return bool(await what.evaluate("node => node === document.activeElement"))

    async def stop_clock(self) -> None:
        """Stop the page's clock, which the test has installed: from now on only the test lets time pass."""
        await self.page.clock.pause_at(await self.page.evaluate("Date.now() / 1000 + 1"))

    async def pass_time_until_visible(self, what: Locator) -> None:
        """Let seconds of the stopped clock pass until the element appears, however late the page hears from the server."""
        with fail_after(TIMEOUT_MILLISECONDS / 1000):
            while not await what.is_visible():
                await self.page.clock.run_for(1000)

    async def overflow(self) -> int:
        """Return by how many pixels the page is wider than the screen."""
        return int(
            await self.page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth")
        )

    def watch(self) -> None:
        """Collect the errors of the page, and the messages of the server."""
        self.page.on("console", self._collect_error)
        self.page.on("pageerror", self._fail)
        self.page.on("websocket", self._listen)

    def expect(self, pattern: str) -> None:
        """Allow errors that match this."""
        self.expected.append(pattern)

    @property
    def unexpected(self) -> list[str]:
        """The errors that were not allowed."""
        return [fault for fault in self.faults if not any(re.search(pattern, fault) for pattern in self.expected)]

    def _collect_error(self, message: ConsoleMessage) -> None:
        if message.type in ("error", "warning"):
            self.faults.append(f"{message.text} ({message.location['url']})")

    def _fail(self, error: Error) -> None:
        self.faults.append(f"{error.name}: {error.message}")

    def _listen(self, socket: WebSocket) -> None:
        socket.on("framereceived", lambda frame: self.frames.append(str(frame)))


@dataclass
class Guests:
    """All guests of a test; when it ends, no browser may have reported an error."""

    browser: Browser
    url: str
    present: list[Guest] = field(default_factory=list)

    async def arrive(
        self,
        *saved_seats: SavedSeat,
        device: Device = Device.DESKTOP,
        input_method: InputMethod = InputMethod.MOUSE,
        language: str = "en",
        pace: str = "instant",
        is_new: bool = False,
        **settings: Any,
    ) -> Guest:
        """A guest without an open page, who has played before.

        Animations are reduced and the table rests for nothing, so that no test waits.
        """
        chosen = {"reduced_motion": "reduce", **device.settings, **settings}
        context = await self.browser.new_context(
            base_url=self.url,
            locale=language,
            storage_state=self._storage_state(saved_seats, pace, is_new=is_new),
            **chosen,
        )
        context.set_default_timeout(TIMEOUT_MILLISECONDS)
        guest = Guest(context, await context.new_page(), language, input_method)
        guest.watch()
        self.present.append(guest)
        return guest

    def _storage_state(self, saved_seats: Sequence[SavedSeat], pace: str, *, is_new: bool) -> StorageState:
        """The browser's storage with these seats and the pace of tables; to a new guest everything is explained."""
        kept = [{**asdict(saved), "title": "", "at": 0} for saved in saved_seats]
        stored = {"covergames.seats": json.dumps(kept), "covergames.pace": pace}
        if not is_new:
            stored |= {"covergames.coached": json.dumps(EXPLAINED)} | dict.fromkeys(PLAYED, "true")
        origin = {
            "origin": self.url,
            "localStorage": [{"name": name, "value": value} for name, value in stored.items()],
        }
        return cast("StorageState", {"origins": [origin]})

    async def leave(self) -> None:
        """Close all browsers, and fail if there were errors."""
        for guest in self.present:
            await guest.context.close()
        faults = [fault for guest in self.present for fault in guest.unexpected]
        assert not faults, faults
