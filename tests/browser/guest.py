"""Somebody with a browser of their own: what they look at, and everything that goes wrong there."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from enum import Enum
from typing import Any

from playwright.async_api import Browser, BrowserContext, ConsoleMessage, Error, Page, WebSocket

PATIENCE = 20_000.0
"""Milliseconds after which something that should happen has not."""


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


@dataclass
class Guest:
    """One person: a context (storage and cache of its own), and a page in it."""

    context: BrowserContext
    page: Page
    language: str
    faults: list[str] = field(default_factory=list)
    frames: list[str] = field(default_factory=list)
    """All that the server said over WebSockets."""
    expected: list[str] = field(default_factory=list)
    """Patterns of faults that the test causes itself, such as connections that fail while there is no server."""

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

    async def arrive(self, *, device: Device = Device.DESK, language: str = "en", **settings: Any) -> Guest:
        """Somebody new, who has not opened a page yet; motion is reduced, so that nothing has to be waited for."""
        chosen = {"reduced_motion": "reduce", **device.settings, **settings}
        context = await self.browser.new_context(base_url=self.url, locale=language, **chosen)
        context.set_default_timeout(PATIENCE)
        guest = Guest(context, await context.new_page(), language)
        guest.watch()
        self.present.append(guest)
        return guest

    async def leave(self) -> None:
        """All of them; whatever went wrong is said."""
        for guest in self.present:
            await guest.context.close()
        faults = [fault for guest in self.present for fault in guest.unexpected]
        assert not faults, faults
