"""A table of Cover Me, whose elements are found by role and name, as a screen reader finds them."""

from __future__ import annotations

import random
import re
from enum import Enum
from typing import Final, assert_never

from playwright.async_api import Locator, expect

from covergames.coverme import Action, Card, Feature, Keep, Place, Stay, Swap, Take, Vote
from tests.browser.guest import Guest
from tests.browser.words import Words, capital


class Question(Enum):
    """What a player can be asked, by the key of the sentence."""

    TAKE = "cover-me.ask.take"
    PLACE = "cover-me.ask.place"
    PLACE_PRIMARY = "cover-me.ask.place-primary"
    FEATURE = "cover-me.ask.feature"
    KEEP_ONE = "one"
    KEEP_TWO = "two"
    SWAP = "cover-me.ask.swap"
    VOTE = "cover-me.ask.vote"


_KEPT: Final = {Question.KEEP_ONE: 1, Question.KEEP_TWO: 2}


class TablePage:
    """What a player sees and does."""

    def __init__(self, guest: Guest) -> None:
        self.guest = guest
        self.words = words = Words(guest.language)
        page = guest.page
        self.hand = page.get_by_role("region", name=words.capital("hand"), exact=True)
        self.magazines = page.get_by_role("region", name=words("cover-me.magazines"), exact=True)
        self.piles = page.get_by_role("region", name=words("cover-me.piles"), exact=True)
        self.looked = page.get_by_role("region", name=words.capital("pile.next"), exact=True)
        self.decision = page.get_by_role("region", name=words("web.decision"), exact=True)
        self.confirm = self.decision.get_by_role("button", name=words("web.confirm"), exact=True)
        self.sending = self.decision.get_by_role("button", name=words("web.sending"), exact=True)
        self.result = page.get_by_role("region", name=words("result.title"), exact=True)
        self.fairness = page.get_by_text(re.compile(re.escape(words("web.fair.proven", shuffles=2).partition("2")[0])))
        self.sheet = page.get_by_role("dialog")
        self.season = page.get_by_role("heading", level=1)
        self.chat_button = page.get_by_role("button", name=words("web.chat"))
        self.last_season = page.get_by_role("button", name=words("web.season-end.last"), exact=True)
        self.rule_here = page.get_by_role("button", name=words("web.rule-here"), exact=True)
        self.discard = self.piles.get_by_role("button", name=re.compile(f"^{words.capital('pile.discard')}"))
        self.again = page.get_by_role("button", name=words("web.rematch"), exact=True)
        self.leave = page.get_by_role("button", name=words("web.leave"), exact=True)
        self.save = page.get_by_role("button", name=words("web.leave.save"), exact=True)
        self.lost = page.get_by_role("status").filter(has_text=words("web.reconnecting"))

    async def begun(self) -> None:
        """Wait until the game is visible."""
        await self.magazines.wait_for()

    async def watch(self, table: str) -> None:
        """Open a table as a spectator."""
        await self.guest.page.goto(f"/table/{table}")
        await self.guest.press(self.guest.page.get_by_role("button", name=self.words("web.door.watch"), exact=True))
        await self.begun()

    def magazine(self, name: str) -> Locator:
        """The magazine of the player with this name."""
        heading = self.guest.page.get_by_role("heading", name=name, exact=True)
        return self.magazines.get_by_role("article").filter(has=heading)

    def face_down(self, name: str) -> Locator:
        """The card that this player has chosen and not shown."""
        return self.magazine(name).get_by_role("img", name=self.words("web.card.face-down"), exact=True)

    def choosing(self, name: str) -> Locator:
        """The remark that the others wait for this player."""
        return self.magazine(name).get_by_text(self.words("web.choosing"), exact=True)

    async def heard(self) -> str:
        """The page as a screen reader finds it, when no animation runs."""
        await expect(self.guest.page.get_by_role("status")).to_have_count(0)
        return await self.guest.page.get_by_role("main").aria_snapshot()

    async def question(self) -> Question | None:
        """Wait until this player is asked something; None when the game is over. Closes the sheet after a season."""
        await self.sheet.or_(self.confirm).or_(self.result).first.wait_for()
        while await self.sheet.count() > 0:
            await self.close_sheet()
            await self.sheet.or_(self.confirm).or_(self.result).first.wait_for()
        if await self.result.count() > 0:
            return None
        said = await self.decision.inner_text()
        for question in Question:
            if self._sentence(question) in said:
                return question
        raise AssertionError(f"nobody knows what this asks: {said!r}")

    def _sentence(self, question: Question) -> str:
        if question in _KEPT:
            return self.words("cover-me.ask.keep", count=_KEPT[question])
        return self.words(question.value)

    def choices(self, question: Question) -> Locator:
        """All elements that answer the question, the picked ones included."""
        match question:
            case Question.TAKE:
                return self.piles.locator("[aria-pressed]")
            case Question.FEATURE:
                return self.magazines.locator("[aria-pressed]")
            case Question.KEEP_ONE | Question.KEEP_TWO:
                return self.looked.locator("[aria-pressed]")
            case Question.VOTE:
                return self.decision.locator("[aria-pressed]")
            case Question.SWAP:
                return self.decision.locator("[aria-pressed]").or_(self.hand.locator("[aria-pressed]"))
            case Question.PLACE | Question.PLACE_PRIMARY:
                return self.hand.locator("[aria-pressed]")

    async def open(self, table: str) -> None:
        """Open a table whose seat the browser has saved, or that it watches."""
        await self.guest.page.goto(f"/table/{table}")
        await self.begun()

    def picks(self, action: Action) -> list[Locator]:
        """The elements to press for this action, in order."""
        match action:
            case Take(source):
                name = capital(self.words(f"pile.{source.word}"))
                return [self.piles.get_by_role("button", name=re.compile(f"^{re.escape(name)}:"))]
            case Place(cards):
                return [self.card(self.hand, card) for card in cards]
            case Feature(_, card):
                return [self.card(self.magazines, card)]
            case Keep(cards):
                return [self.card(self.looked, card) for card in cards]
            case Swap(card):
                return [self.card(self.hand, card)]
            case Stay():
                return [self.answer_named("cover-me.choice.stay")]
            case Vote(play_on):
                return [self.answer_named("cover-me.choice.play-on" if play_on else "cover-me.choice.share")]
            case _:
                assert_never(action)

    def card(self, where: Locator, card: Card) -> Locator:
        """The button of a card."""
        return where.get_by_role("button", name=re.compile(f"^{re.escape(self.words.card(card))}(;|$)"))

    def answer_named(self, key: str) -> Locator:
        """The button of an answer in words."""
        return self.decision.get_by_role("button", name=self.words.capital(key), exact=True)

    async def decide(self, action: Action) -> None:
        """Press what makes this action, confirm, and wait until the server has it."""
        for pick in self.picks(action):
            await self.guest.press(pick)
        await self.guest.press(self.confirm)
        await self.settled()

    async def pick(self, question: Question, chance: random.Random) -> None:
        """Press any elements until they make an answer."""
        unpicked = self.choices(question).and_(self.guest.page.locator("[aria-pressed=false]"))
        while not await self.confirm.is_enabled():
            await self.guest.press(unpicked.nth(chance.randrange(await unpicked.count())))

    async def answer(self, question: Question, chance: random.Random) -> None:
        """Pick any answer, confirm, and wait until the server has it."""
        await self.pick(question, chance)
        await self.guest.press(self.confirm)
        await self.settled()

    async def settled(self) -> None:
        """Wait until the server has answered all that was confirmed."""
        await expect(self.sending).to_have_count(0)

    async def smallest(self, question: Question) -> float:
        """The least height or width of the elements that answer and of the button that confirms, in pixels."""
        boxes = [await choice.bounding_box() for choice in [*await self.choices(question).all(), self.confirm]]
        return min(min(box["width"], box["height"]) for box in boxes if box is not None)

    async def say(self, words: str) -> None:
        """Send a chat message."""
        await self.guest.press(self.chat_button)
        await self.sheet.get_by_label(self.words("web.chat.words")).fill(words)
        await self.guest.press(self.sheet.get_by_role("button", name=self.words("web.chat.say"), exact=True))
        await self.sheet.get_by_text(words).wait_for()
        await self.close_sheet()

    async def close_sheet(self) -> None:
        """Close the sheet over the page."""
        await self.guest.press(self.sheet.get_by_role("button", name=self.words("web.close"), exact=True))

    async def play(self, chance: random.Random) -> list[Question]:
        """Play to the end with any answers; all questions, in order."""
        asked = []
        while (question := await self.question()) is not None:
            asked.append(question)
            await self.answer(question, chance)
        return asked

    async def play_season(self, season: str, chance: random.Random) -> list[Question]:
        """Play during that season with any answers; all questions, in order."""
        asked = []
        name = self.words.capital(f"season.{season}")
        while (question := await self.question()) is not None and await self.season.inner_text() == name:
            asked.append(question)
            await self.answer(question, chance)
        return asked

    async def podium(self) -> list[str]:
        """The points and cards of the first, the second and so on."""
        return await self.result.get_by_role("listitem").get_by_role("paragraph").all_inner_texts()

    async def play_again(self) -> None:
        """Ask for a rematch, as the host."""
        await self.guest.press(self.again)

    async def look_back(self) -> None:
        """Go to the replay of the finished game."""
        await self.guest.press(self.guest.page.get_by_role("link", name=self.words("web.replay.watch"), exact=True))

    async def follow_rematch(self) -> None:
        """Go to the new table that the host has opened."""
        await expect(self.again).to_be_enabled()
        await self.guest.press(self.again)
