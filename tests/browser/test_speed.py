"""How soon a table is visible, and how smoothly cards move: measured in the browser and printed, not asserted.

Another process on the machine would change the figures, so only `make prove` and by hand:
``pytest --scale 1 tests/browser/test_speed.py``.
"""

from __future__ import annotations

import asyncio
import itertools
import random
from collections.abc import Callable
from statistics import median
from typing import Final

import pytest

from covergames.coverme import Place
from tests.browser.archive import Archive, asked, evening
from tests.browser.guest import Guests
from tests.browser.table_page import Question, TablePage

pytestmark = [pytest.mark.anyio, pytest.mark.slow, pytest.mark.prove]

BUDGET: Final = 1.5
"""Seconds in which a table is to be seen, from a server on the same machine, with nothing kept from before."""
TRIES: Final = 5
"""Others may use the machine too: the best of so many counts."""
NOTE_FIRST_CARD: Final = """new MutationObserver((_, observer) => {
    if (document.querySelector("[data-card]")) {
        observer.disconnect();
        requestAnimationFrame(() => performance.mark("first-card"));
    }
}).observe(document, { childList: true, subtree: true });"""
COUNT_MOVING: Final = """window.moving = 0;
window.setOut = Infinity;
const { animate } = Element.prototype;
Element.prototype.animate = function (...how) {
    const animation = animate.apply(this, how);
    if (this.matches("[data-card]")) {
        const stop = () => { moving -= 1; };
        moving += 1;
        animation.ready.then(() => { setOut = Math.min(setOut, performance.now()); }, () => undefined);
        animation.finished.then(stop, stop);
    }
    return animation;
};"""
"""How many cards travel, and when the page first knew that one was on its way: to ask the page for its animations in every frame would itself take time from the frame."""
FRAMES: Final = """() => new Promise((resolve) => {
    const times = [];
    const frame = (now) => {
        if (moving > 0) {
            times.push(now);
        } else if (times.length > 1) {
            return resolve(times);
        }
        requestAnimationFrame(frame);
    };
    requestAnimationFrame(frame);
})"""
"""When each frame was drawn while cards travelled, once they do, in milliseconds."""
SIX_PLAIN_CARDS: Final = """() => {
    for (let place = 0; place < 6; place += 1) {
        const card = document.createElement("div");
        card.dataset.card = place;
        card.style.cssText = `position: absolute; left: ${90 * place}px; width: 84px; height: 118px; background: #a8123e`;
        document.body.append(card);
        card.animate([{ transform: "translate(200px, 400px)" }, { transform: "none" }], 420);
    }
}"""
"""A page with nothing else to do: what it draws is what the machine can."""

Record = Callable[[str, object], None]


async def test_a_table_is_there_soon(guests: Guests, archive: Archive, record_property: Record) -> None:
    """From the address to the first cards on the screen, with a cold cache."""
    live = evening(asked(Place), people=3)
    chair, *_ = await archive.keep(live)
    seconds: list[float] = []
    for _ in range(TRIES):
        guest = await guests.arrive(chair)
        await guest.page.add_init_script(NOTE_FIRST_CARD)
        await TablePage(guest).open(chair.table)
        await guest.page.wait_for_function("performance.getEntriesByName('first-card').length")
        seconds.append(await guest.page.evaluate("performance.getEntriesByName('first-card')[0].startTime / 1000"))
        await guest.context.close()
    record_property("first table visible, cold cache", f"{min(seconds):.2f} s (budget {BUDGET} s)")


async def test_cards_travel_smoothly(guests: Guests, archive: Archive, record_property: Record) -> None:
    """A month is revealed: how many frames a second were drawn, beside how many there can be on this machine now.

    They are counted from the moment that cards are told to travel, and so with the frames in which they do not move yet.
    """
    live = evening(lambda table: asked(Place)(table) and len(table.to_act) == 1)
    [chair] = await archive.keep(live)
    guest = await guests.arrive(chair, reduced_motion="no-preference")
    await guest.page.add_init_script(COUNT_MOVING)
    await guest.page.goto("about:blank")
    drawing = asyncio.create_task(guest.page.evaluate(FRAMES))
    await guest.page.evaluate(SIX_PLAIN_CARDS)
    limit = gaps_between(await drawing)
    table = TablePage(guest)
    await table.open(chair.table)
    await table.pick(Question.PLACE, random.Random(1))
    drawing = asyncio.create_task(guest.page.evaluate(FRAMES))
    await table.confirm.click()
    times = await drawing
    gaps = gaps_between(times)
    set_out: float = await guest.page.evaluate("setOut")
    underway = gaps_between([time for time in times if time >= set_out])
    record_property("frames while cards travel", told(gaps))
    record_property("of these, once they are on their way", told(underway) if underway else "none")
    record_property("frames while plain cards travel on an empty page", told(limit))
    record_property("of the frames that there can be", f"{rate(gaps) / rate(limit):.0%}")
    assert gaps
    assert limit


def gaps_between(times: list[float]) -> list[float]:
    """How long each frame was to be seen, in milliseconds."""
    return [later - earlier for earlier, later in itertools.pairwise(times)]


def rate(gaps: list[float]) -> float:
    """Frames a second."""
    return 1000 * len(gaps) / sum(gaps)


def told(gaps: list[float]) -> str:
    """In words."""
    return f"{rate(gaps):.0f} a second, half of them within {median(gaps):.1f} ms, longest {max(gaps):.0f} ms, of {len(gaps)}"
