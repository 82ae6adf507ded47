"""The sockets of a page, which a test holds, cuts and restores."""

from __future__ import annotations

from playwright.async_api import WebSocketRoute

from tests.browser.guest import Guest


class HeldSockets:
    """The sockets of a page, which a test can hold and cut."""

    def __init__(self) -> None:
        self.is_held = False
        self.is_cut = False
        self._held: list[tuple[WebSocketRoute, str | bytes]] = []
        self._pages: list[WebSocketRoute] = []

    async def install(self, guest: Guest) -> None:
        """Hold the sockets of the next page."""
        await guest.page.route_web_socket("**/socket", self._connect)

    def release(self) -> None:
        """Deliver what was held."""
        self.is_held = False
        for server, message in self._held:
            server.send(message)

    async def cut(self) -> None:
        """Cut the connections, and refuse new ones until they are restored."""
        self.is_cut = True
        for page in self._pages:
            await page.close()
        self._pages.clear()

    async def restore(self, guest: Guest) -> None:
        """Let the page connect again, at once."""
        self.is_cut = False
        await guest.page.evaluate("dispatchEvent(new Event('online'))")

    async def _connect(self, page: WebSocketRoute) -> None:
        if self.is_cut:
            await page.close()
            return
        server = page.connect_to_server()
        self._pages.append(page)

        def pass_on(message: str | bytes) -> None:
            if self.is_held:
                self._held.append((server, message))
            else:
                server.send(message)

        page.on_message(pass_on)
