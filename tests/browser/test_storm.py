"""Storm: hand after hand against the clock, with the best run beside it."""

from __future__ import annotations

import json
import re
from datetime import datetime
from typing import Final

import pytest
from playwright.async_api import Locator, expect

from covergames.coverup import Deck, house_deck
from covergames.coverup.cards import Colour
from covergames.coverup.house import generate
from covergames.text import LANGUAGES, Value
from tests.browser.alone_page import AlonePage
from tests.browser.axe import violations
from tests.browser.guest import Device, Guest, Guests, InputMethod
from tests.browser.in_sight import cut_text
from tests.browser.unfilled import unfilled
from tests.cases import by_target

pytestmark = [pytest.mark.anyio, pytest.mark.slow]

START: Final = datetime(2026, 11, 16, 12)
SEED: Final = 4711


class StormPage(AlonePage):
    """A run, from its start to its result. The browser's clock stands still unless the test moves it."""

    @property
    def timer(self) -> Locator:
        """The time that is left."""
        return self.page.get_by_role("timer")

    async def arrive(self, seed: int = SEED) -> None:
        """Open the page with a shared address, whose hands are known."""
        await self.page.clock.install(time=START)
        await self.page.goto(f"/alone/storm#{seed}")
        await self.page.get_by_role("heading", level=1).wait_for()
        await self.page.clock.pause_at(START.replace(minute=1))

    async def start(self) -> None:
        """Start a run, and wait for its first hand."""
        await self.guest.press(self.button("web.storm.start"))
        await self.table.cards.nth(1).wait_for()

    async def solve_hand(self) -> None:
        """Lay the best pile of the hand, and wait until the hand is counted."""
        solved = int(await self.page.locator(".solved .count").inner_text())
        pile = await self.table.best_pile()
        for at in pile[:-1]:
            await self.table.lay(at)
        await self.table.drop(pile[-1])
        await expect(self.page.locator(".solved .count")).to_have_text(str(solved + 1))
        assert await self.table.laid() == []

    async def let_time_run_out(self) -> None:
        """Wait until the result is there."""
        await self.page.clock.fast_forward(300_000)
        await self.page.get_by_role("heading", level=2).first.wait_for()


async def test_a_run_counts_hands_and_the_next_one_has_it_beside_it(guests: Guests) -> None:
    """Three hands win time, a skip costs some; the second run shows how far the first one was at each moment."""
    guest = await guests.arrive()
    await guest.context.grant_permissions(["clipboard-read", "clipboard-write"])
    storm = StormPage(guest)
    await storm.arrive()
    await storm.said("web.storm.shared.same").wait_for()
    await storm.start()
    await expect(storm.timer).to_have_text("3:00")
    first_hand = await storm.table.hand()
    assert len(first_hand) == 2
    await storm.page.clock.fast_forward(20_000)
    for _ in range(3):
        await storm.solve_hand()
    await expect(storm.timer).to_have_text("2:50")
    await storm.button_with("web.storm.skip", seconds=10).click()
    await expect(storm.timer).to_have_text("2:40")
    await expect(storm.page.locator(".ghost p, p.ghost")).to_have_count(0)
    await storm.let_time_run_out()
    await storm.page.get_by_role("heading", name=storm.words("web.storm.solved", count=3)).wait_for()
    await storm.said("web.storm.new-best").wait_for()
    await storm.said("web.storm.longest", count=3).wait_for()
    await storm.button("web.lobby.share").click()
    await storm.button("web.lobby.copied").wait_for()
    assert (await storm.page.evaluate("navigator.clipboard.readText()")).splitlines() == [
        storm.words("web.storm.shared", count=3, row=3),
        storm.words("web.storm.shared.dare"),
        f"{storm.page.url.split('#')[0]}#{SEED}",
    ]

    await storm.button("web.rematch").click()
    await storm.table.cards.nth(1).wait_for()
    assert await storm.table.hand() != first_hand
    await storm.said("web.storm.ghost", count=0).wait_for()
    await storm.page.clock.fast_forward(25_000)
    await storm.said("web.storm.ghost", count=3).wait_for()
    await storm.solve_hand()
    await storm.let_time_run_out()
    await storm.said("web.storm.best", count=3).wait_for()
    await expect(
        storm.page.get_by_role("listitem").filter(has_text=storm.words("web.storm.solved", count=1))
    ).to_be_visible()
    await storm.page.goto("/")
    await storm.page.get_by_text(storm.words("web.storm.best", count=3)).wait_for()


async def test_known_hands_do_not_count(guest: Guest) -> None:
    """A run with hands that were played before changes no best."""
    run = {"seed": SEED, "deck": "house", "startedAt": 1, "solved": [9000], "longestRow": 1}
    await guest.page.add_init_script(f"localStorage.setItem('covergames.storm', {json.dumps(json.dumps([run]))})")
    storm = StormPage(guest)
    await storm.arrive()
    await storm.start()
    await storm.solve_hand()
    await storm.solve_hand()
    await storm.let_time_run_out()
    await storm.said("web.storm.known").wait_for()
    assert await storm.page.evaluate("JSON.parse(localStorage.getItem('covergames.storm')).length") == 1


@pytest.mark.parametrize("input_method", by_target([InputMethod.KEYBOARD, InputMethod.TOUCH], every=2))
async def test_a_run_by_keys_and_by_touch(input_method: InputMethod, guests: Guests) -> None:
    """Without a mouse: start, solve, skip; after the end no key starts another run."""
    device = Device.PHONE if input_method is InputMethod.TOUCH else Device.DESKTOP
    guest = await guests.arrive(device=device, input_method=input_method, color_scheme="dark")
    storm = StormPage(guest)
    await storm.arrive()
    await storm.start()
    await storm.solve_hand()
    hand = await storm.table.hand()
    if input_method is InputMethod.KEYBOARD:
        await storm.page.keyboard.press("n")
    else:
        await storm.button_with("web.storm.skip", seconds=10).tap()
    await expect(storm.table.card(hand[0])).to_have_count(0)
    await storm.solve_hand()
    assert await guest.overflow() <= 0
    await storm.page.clock.resume()  # axe needs a clock that runs
    assert await violations(guest) == []
    await storm.let_time_run_out()
    assert await violations(guest) == []
    await storm.page.keyboard.press("Enter")
    await storm.page.get_by_role("heading", name=storm.words("web.storm.solved", count=2)).wait_for()
    assert await guest.overflow() <= 0


@pytest.mark.parametrize("language", by_target(LANGUAGES, every=6, first=2))
async def test_a_run_fits_a_small_phone_in_every_language(language: str, guests: Guests) -> None:
    """At 360x640 before, during and after a run: nothing is cut off or scrolls sideways, and all is in the language."""
    guest = await guests.arrive(language=language, viewport={"width": 360, "height": 640})
    storm = StormPage(guest)

    async def check(*keys: str, **arguments: Value) -> None:
        for key in keys:
            await expect(storm.page.get_by_text(storm.words(key, **arguments)).first).to_be_visible()
        assert await storm.page.get_attribute("html", "lang") == language
        assert (await unfilled(guest), await cut_text(storm.page, "main"), await guest.overflow()) == ([], [], 0)

    await storm.arrive()
    await check("web.storm.start", "web.storm.shared.same")
    await storm.start()
    await storm.solve_hand()
    await check("web.storm.skip", seconds=10)
    await storm.let_time_run_out()
    await check("web.storm.new-best")
    await check("web.storm.solved", count=1)
    await storm.button("web.rematch").click()
    await storm.table.cards.nth(1).wait_for()
    await check("web.storm.ghost", count=1)


async def test_storm_and_practice_with_ones_own_deck(guest: Guest) -> None:
    """The deck that was entered can be chosen for both, without a network. A practice hand keeps it at a reload."""
    own = generate(5, "own")
    deck = {colour.value: [own.squares(card) for card in own.of_colour(colour)] for colour in Colour}
    await guest.page.add_init_script(f"localStorage.setItem('covergames.deck', {json.dumps(json.dumps(deck))})")
    alone = AlonePage(guest)
    for what in ("storm", "practice"):
        await alone.open(what)
        await guest.context.set_offline(True)
        choice = alone.page.get_by_label(alone.words.capital("option.deck"))
        await choice.select_option(alone.words("web.box.deck"))
        if what == "storm":
            await alone.button("web.storm.start").click()
        await expect(alone.table.cards.first).to_have_attribute("aria-label", re.compile(rows_of_any(own, alone)))
        await guest.context.set_offline(False)
    hand = await alone.table.hand()
    await alone.page.reload()
    await expect(alone.table.cards.first).to_have_attribute("aria-label", re.compile(rows_of_any(own, alone)))
    assert await alone.table.hand() == hand


def rows_of_any(deck: Deck, alone: AlonePage) -> str:
    """A pattern for the two rows of a card of the deck that no card of the house deck has."""
    names = [alone.words("web.up.empty"), *(alone.words(f"symbol.{name}") for name in deck.symbols)]
    house = {face.squares for face in house_deck().faces}
    rows = [
        "; ".join(", ".join(names[symbol] for symbol in row) for row in (face.squares[:4], face.squares[4:]))
        for face in deck.faces
        if face.squares not in house
    ]
    return "|".join(re.escape(each) for each in rows)
