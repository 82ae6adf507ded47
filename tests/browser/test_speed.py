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
from tests.browser.archive import Archive, asked, cover_me_game
from tests.browser.guest import Guests
from tests.browser.table_page import Question, TablePage

pytestmark = [pytest.mark.anyio, pytest.mark.slow, pytest.mark.prove]

BUDGET_SECONDS: Final = 1.5
"""A table should be visible within this time, with a local server and an empty cache."""
ATTEMPTS: Final = 5
"""The best of these attempts counts, because other processes use the machine."""
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
"""Counts moving cards and notes when the first one started; asking the page for its animations in every frame would take time from the frame."""
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
"""A script: the time of each frame while cards move, in milliseconds."""
SIX_PLAIN_CARDS: Final = """() => {
    for (let place = 0; place < 6; place += 1) {
        const card = document.createElement("div");
        card.dataset.card = place;
        card.style.cssText = `position: absolute; left: ${90 * place}px; width: 84px; height: 118px; background: #a8123e`;
        document.body.append(card);
        card.animate([{ transform: "translate(200px, 400px)" }, { transform: "none" }], 420);
    }
}"""
"""A script: the time of each frame of an idle page, which is the machine's limit."""

Record = Callable[[str, object], None]


async def test_time_until_a_table_is_visible(guests: Guests, archive: Archive, record_property: Record) -> None:
    """The time is measured from the request to the first cards on the screen, with a cold cache."""
    live = cover_me_game(asked(Place), people=3)
    saved, *_ = await archive.add(live)
    seconds: list[float] = []
    for _ in range(ATTEMPTS):
        guest = await guests.arrive(saved)
        await guest.page.add_init_script(NOTE_FIRST_CARD)
        await TablePage(guest).open(saved.table)
        await guest.page.wait_for_function("performance.getEntriesByName('first-card').length")
        seconds.append(await guest.page.evaluate("performance.getEntriesByName('first-card')[0].startTime / 1000"))
        await guest.context.close()
    record_property("first table visible, cold cache", f"{min(seconds):.2f} s (budget {BUDGET_SECONDS} s)")


async def test_frame_rate_of_moving_cards(guests: Guests, archive: Archive, record_property: Record) -> None:
    """A month is revealed: frames a second, beside the frame rate of an idle page on this machine.

    Frames count from the start of the animation, before the cards move.
    """
    live = cover_me_game(lambda table: asked(Place)(table) and len(table.to_act) == 1)
    [saved] = await archive.add(live)
    guest = await guests.arrive(saved, reduced_motion="no-preference")
    await guest.page.add_init_script(COUNT_MOVING)
    await guest.page.goto("about:blank")
    drawing = asyncio.create_task(guest.page.evaluate(FRAMES))
    await guest.page.evaluate(SIX_PLAIN_CARDS)
    limit = gaps_between(await drawing)
    table = TablePage(guest)
    await table.open(saved.table)
    await table.pick(Question.PLACE, random.Random(1))
    drawing = asyncio.create_task(guest.page.evaluate(FRAMES))
    await table.confirm.click()
    times = await drawing
    gaps = gaps_between(times)
    set_out: float = await guest.page.evaluate("setOut")
    underway = gaps_between([time for time in times if time >= set_out])
    record_property("frames while cards travel", figures(gaps))
    record_property("of these, once they are on their way", figures(underway) if underway else "none")
    record_property("frames while plain cards travel on an empty page", figures(limit))
    record_property("of the frames that there can be", f"{rate(gaps) / rate(limit):.0%}")
    assert gaps
    assert limit


def gaps_between(times: list[float]) -> list[float]:
    """How long each frame was visible, in milliseconds."""
    return [later - earlier for earlier, later in itertools.pairwise(times)]


def rate(gaps: list[float]) -> float:
    """Frames a second."""
    return 1000 * len(gaps) / sum(gaps)


def figures(gaps: list[float]) -> str:
    """Return the figures as text."""
    return f"{rate(gaps):.0f} a second, half of them within {median(gaps):.1f} ms, longest {max(gaps):.0f} ms, of {len(gaps)}"
