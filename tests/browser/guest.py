"""Somebody with a browser of their own: what they look at, and everything that goes wrong there."""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from dataclasses import asdict, dataclass, field
from enum import Enum
from typing import Any, Final, assert_never

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

TIMEOUT_MILLISECONDS: Final = 60_000.0
"""Nothing takes that long, on a busy machine either."""
NO_CONNECTION: Final = r"WebSocket connection to .* failed|ERR_CONNECTION_REFUSED|ERR_INTERNET_DISCONNECTED"
"""What Chromium says, and nobody can keep it from saying, while there is no server or no network."""
LONGEST_WALK: Final = 200
"""How often the Tab key may have to be pressed to get from one thing to another."""


class Device(Enum):
    """What they hold in their hands, or sit at."""

    DESK = "desk"
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


class Hands(Enum):
    """How they press things."""

    MOUSE = "mouse"
    TOUCH = "touch"
    KEYBOARD = "keyboard"


@dataclass(frozen=True)
class Chair:
    """A seat at a table that the browser remembers from before, with its secret."""

    table: str
    token: str
    game: str


@dataclass
class Guest:
    """One person: a context (storage and cache of its own), and a page in it."""

    context: BrowserContext
    page: Page
    language: str
    hands: Hands
    faults: list[str] = field(default_factory=list)
    frames: list[str] = field(default_factory=list)
    """All that the server said over WebSockets."""
    expected: list[str] = field(default_factory=list)
    """Patterns of faults that the test causes itself, such as connections that fail while there is no server."""

    async def press(self, what: Locator) -> None:
        """A button, a link or a box: by clicking, by tapping, or by walking there with the Tab key."""
        match self.hands:
            case Hands.MOUSE:
                await what.click()
            case Hands.TOUCH:
                await what.tap()
            case Hands.KEYBOARD:
                await self.walk_to(what)
                await self.page.keyboard.press("Enter")
            case _:
                assert_never(self.hands)

    async def walk_to(self, what: Locator) -> None:
        """With the Tab key, as far as it takes."""
        await expect(what).to_be_enabled()
        for _ in range(LONGEST_WALK):
            if await self.is_at(what):
                return
            await self.page.keyboard.press("Tab")
        raise AssertionError(f"the Tab key never reaches {what}")

    async def is_at(self, what: Locator) -> bool:
        """Whether the keyboard is there."""
        return bool(await what.evaluate("node => node === document.activeElement"))

    async def overflow(self) -> int:
        """By how many pixels the page is wider than the screen."""
        return int(
            await self.page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth")
        )

    def watch(self) -> None:
        """Write down what goes wrong in the page, and what the server says to it."""
        self.page.on("console", self._hear)
        self.page.on("pageerror", self._fail)
        self.page.on("websocket", self._listen)

    def expect(self, pattern: str) -> None:
        """Faults that match this are the test's own doing."""
        self.expected.append(pattern)

    @property
    def unexpected(self) -> list[str]:
        """What went wrong and should not have."""
        return [fault for fault in self.faults if not any(re.search(pattern, fault) for pattern in self.expected)]

    def _hear(self, message: ConsoleMessage) -> None:
        if message.type in ("error", "warning"):
            self.faults.append(f"{message.text} ({message.location['url']})")

    def _fail(self, error: Error) -> None:
        self.faults.append(f"{error.name}: {error.message}")

    def _listen(self, socket: WebSocket) -> None:
        socket.on("framereceived", lambda frame: self.frames.append(str(frame)))


@dataclass
class Guests:
    """Whoever comes to the server; when the test is over, nothing may have gone wrong in anybody's browser."""

    browser: Browser
    url: str
    present: list[Guest] = field(default_factory=list)

    async def arrive(
        self,
        *chairs: Chair,
        device: Device = Device.DESK,
        hands: Hands = Hands.MOUSE,
        language: str = "en",
        **settings: Any,
    ) -> Guest:
        """Somebody who has not opened a page yet; motion is reduced, so that nothing has to be waited for."""
        chosen = {"reduced_motion": "reduce", **device.settings, **settings}
        context = await self.browser.new_context(
            base_url=self.url,
            locale=language,
            storage_state=self._remembering(chairs),
            **chosen,
        )
        context.set_default_timeout(TIMEOUT_MILLISECONDS)
        guest = Guest(context, await context.new_page(), language, hands)
        guest.watch()
        self.present.append(guest)
        return guest

    def _remembering(self, chairs: Sequence[Chair]) -> StorageState:
        """What the browser has kept of its seats."""
        kept = [{**asdict(chair), "title": "", "at": 0} for chair in chairs]
        seats = json.dumps(kept)
        return {"origins": [{"origin": self.url, "localStorage": [{"name": "covergames.seats", "value": seats}]}]}

    async def leave(self) -> None:
        """All of them; whatever went wrong is said."""
        for guest in self.present:
            await guest.context.close()
        faults = [fault for guest in self.present for fault in guest.unexpected]
        assert not faults, faults
