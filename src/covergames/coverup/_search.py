"""The solver's inner loop on plain integers; compiled with mypyc where possible, the same text interpreted where not.

`covergames.coverup.solver` explains the search and is what the rest of the project calls.

A placement is packed into one integer: the card's eight-bit set of squares that lie on equal symbols of the pile, the
orientation (flip + 2 * turn), and the centre of the card. Between two cards all that matters is their relative
placement, 8 orientations and 7 x 7 offsets of the centres: a table per pair of cards holds for each of them the set of
squares of the second card that lie on equal symbols of the first, or CONFLICT.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Callable

    from mypy_extensions import i64

CONFLICT: Final = 256
CELLS: Final = 392
"""Relative placements of two cards: 8 orientations x 7 x 7."""
CENTRE: Final = 32
"""The centre of the first card, so that no coordinate is ever negative."""
FAR: Final = 1 << 40
CHECK_EVERY: Final = 1024


def turn_point(orientation: int, x: int, y: int) -> tuple[int, int]:
    """Return the point (x, y), mirrored left-right and then turned clockwise about (0, 0)."""
    if orientation & 1:
        x = -x
    for _ in range(orientation >> 1):
        x, y = -y, x
    return x, y


def inverse(orientation: int) -> int:
    """Return the orientation that undoes the given one."""
    if orientation & 1:
        return orientation
    return (8 - orientation) & 7


def compose(outer: int, inner: int) -> int:
    """Return the orientation that results from `inner` followed by `outer`."""
    turn = (outer >> 1) + (-(inner >> 1) if outer & 1 else (inner >> 1))
    return ((outer ^ inner) & 1) | ((turn & 3) << 1)


POPCOUNT: Final[list[i64]] = [bin(i).count("1") for i in range(256)]
POINTS: Final[list[tuple[int, int]]] = [
    turn_point(orientation, 2 * (square % 4) - 3, 2 * (square // 4) - 1)
    for orientation in range(8)
    for square in range(8)
]
"""[orientation * 8 + square] -> the square's middle relative to the card's, in half squares."""
MIDDLE: Final[list[i64]] = [(7 * x + y) // 2 for x, y in POINTS]
"""The same as one number: a step to the right counts 7 and a step down 1, as in the tables."""
SHAPE: Final = [0, 1, 4, 5]
"""The orientations in which a card covers the same eight squares as upright."""
NONE: Final[list[i64]] = []


def distinct_orientations(face: list[int]) -> i64:
    """Return the set of orientations in which the card looks different from all lower ones."""
    same: list[int] = []
    for o in SHAPE:
        looks_same = True
        for square in range(8):
            row, column = square // 4, square % 4
            if o & 1:
                column = 3 - column
            if o & 4:
                row, column = 1 - row, 3 - column
            if face[row * 4 + column] != face[square]:
                looks_same = False
                break
        if looks_same:
            same.append(o)
    distinct: i64 = 255
    if len(same) > 1:
        for o in range(8):
            for other in same:
                if compose(o, other) < o:
                    distinct &= ~(1 << o)
    return distinct


def pack(mask: i64, o: i64, x: i64, y: i64) -> i64:
    """Return a placement as one integer: the number of squares on equal symbols, y, x, the orientation, and those squares."""
    return mask | o << 8 | x << 11 | y << 17 | POPCOUNT[mask] << 23


def relative(turned: i64, o: i64, dx: i64, dy: i64) -> i64:
    """Return the cell in the table of two cards, the first one `turned`, the second one `o` and its centre (dx, dy) away."""
    if turned & 2:
        kept: i64 = dx
        dx = dy
        dy = -kept
    if turned & 4:
        dx = -dx
        dy = -dy
    if turned & 1:
        dx = -dx
        return (((turned - (o & 6)) & 6) | (o & 1 ^ 1)) * 49 + (dx + 3) * 7 + dy + 3
    return (((o & 6) - turned) & 6 | (o & 1)) * 49 + (dx + 3) * 7 + dy + 3


class Search:
    """One hand's tables, and the enumeration of all its piles of a given number of points."""

    def __init__(self, faces: list[list[int]]) -> None:
        self.count: i64 = len(faces)
        self.faces = faces
        self.symbols: list[i64] = []
        self.orientations: list[i64] = []
        self.table: list[list[i64]] = []
        self.links: list[list[i64]] = []
        self.best: list[i64] = []
        self.nodes: i64 = 0
        self.node_limit: i64 = FAR
        self.next_check: i64 = FAR
        self.stop: Callable[[], bool] | None = None
        self.stopped = False
        self.one_is_enough = False
        self.fixed: i64 = 0
        self.least: list[i64] = [0] * 64
        self.laid_card: list[i64] = [0] * 16
        self.laid_at: list[i64] = [0] * 16
        self.found: list[list[tuple[int, int]]] = []
        self.gain: list[i64] = []
        self._prepare()
        self._gains()

    def _prepare(self) -> None:
        """Fill the tables of all ordered pairs of cards."""
        for face in self.faces:
            self.symbols.append(8 - face.count(0))
            self.orientations.append(distinct_orientations(face))
        first: i64
        second: i64
        for first in range(self.count):
            for second in range(self.count):
                table: list[i64] = []
                links: list[i64] = []
                best: i64 = 0
                if first != second:
                    table = [0] * CELLS
                    links = self._relate(first, second, table)
                    if links:
                        best = links[0] >> 23
                self.table.append(table)
                self.links.append(links)
                self.best.append(best)

    def _relate(self, first: i64, second: i64, table: list[i64]) -> list[i64]:
        """Fill the table of two cards, and return the placements linked without a conflict, best first."""
        below, above = self.faces[first], self.faces[second]
        touched: list[i64] = []
        o: i64
        i: i64
        j: i64
        for j in range(8):
            symbol: i64 = above[j]
            if symbol == 0:
                continue
            bit: i64 = 1 << j
            for i in range(8):
                other: i64 = below[i]
                if other == 0:
                    continue
                middle: i64 = 24 + MIDDLE[i]
                for o in range(8):
                    cell: i64 = o * 49 + middle - MIDDLE[o * 8 + j]
                    if other != symbol:
                        table[cell] = CONFLICT
                        continue
                    seen: i64 = table[cell]
                    if seen == 0:
                        touched.append(cell)
                    if seen != CONFLICT:
                        table[cell] = seen | bit
        links: list[i64] = []
        allowed: i64 = self.orientations[second]
        for cell in touched:
            value: i64 = table[cell]
            o = cell // 49
            if value != CONFLICT and allowed >> o & 1:
                links.append(pack(value, o, cell % 49 // 7 - 3 + CENTRE, cell % 7 - 3 + CENTRE))
        links.sort(reverse=True)
        return links

    def meets(self, depth: i64, card: i64, o: i64, x: i64, y: i64) -> i64:
        """Return the squares of the card that lie on equal symbols of the card laid at that depth, or CONFLICT."""
        at: i64 = self.laid_at[depth]
        dx: i64 = x - (at >> 11 & 63)
        dy: i64 = y - (at >> 17 & 63)
        if dx > 3 or dx < -3 or dy > 3 or dy < -3:
            return 0
        table = self.table[self.laid_card[depth] * self.count + card]
        return table[relative(at >> 8 & 7, o, dx, dy)]

    def new_links(self, depth: i64, card: i64, need: i64, into: list[i64]) -> i64:
        """Append the card's placements that are linked to the card laid at that depth and to none laid before it.

        Only those with at least `need` squares on equal symbols; none that conflicts with what was laid before. Return
        the most such squares.
        """
        most: i64 = 0
        at: i64 = self.laid_at[depth]
        turned: i64 = at >> 8 & 7
        for link in self.links[self.laid_card[depth] * self.count + card]:
            covered: i64 = link >> 23
            if covered < need:
                break
            inner: i64 = link >> 8 & 7
            o: i64 = ((inner + turned) & 6) | ((inner ^ turned) & 1)
            u: i64 = (link >> 11 & 63) - CENTRE
            v: i64 = (link >> 17 & 63) - CENTRE
            if turned & 1:
                u = -u
                o = ((turned - inner + (inner & 1)) & 6) | ((inner ^ turned) & 1)
            if turned & 2:
                w: i64 = u
                u = -v
                v = w
            if turned & 4:
                u = -u
                v = -v
            x: i64 = u + (at >> 11 & 63)
            y: i64 = v + (at >> 17 & 63)
            earlier: i64 = 0
            while earlier < depth and self.meets(earlier, card, o, x, y) == 0:
                earlier += 1
            if earlier == depth:
                into.append((link & 255) | o << 8 | x << 11 | y << 17 | covered << 23)
                if covered > most:
                    most = covered
        return most

    def expand(self, depth: i64, slack: i64, in_hand: i64, options: list[list[i64]]) -> None:
        """Visit every pile that grows from the laid cards 0 to depth - 1 and adds exactly `slack` points.

        `in_hand` is the set of the other cards, `options` their placements that are linked to the laid cards.
        """
        open_cards: i64 = in_hand
        level: i64 = depth * self.count
        while True:
            card: i64 = -1
            fewest: i64 = FAR
            other: i64
            for other in range(self.count):
                if open_cards >> other & 1:
                    length: i64 = len(options[other])
                    if length < fewest:
                        card = other
                        fewest = length
            if card < 0:
                self._leaf(depth, slack, in_hand)
                return
            rest: i64 = in_hand & ~(1 << card)
            last: i64 = -1
            if rest != 0 and rest & (rest - 1) == 0:
                last = 0
                while rest >> last != 1:
                    last += 1
            symbols: i64 = self.symbols[card]
            most_left: i64 = self._reserve(level, card, rest)
            may_float: i64 = 0
            if last < 0:
                for other in range(self.count):
                    if (
                        rest >> other & 1
                        and self.symbols[other] <= slack
                        and self.symbols[other] + self._reserve(level, other, in_hand & ~(1 << other)) <= slack
                    ):
                        may_float |= 1 << other
            for option in options[card]:
                left: i64 = slack - symbols + (option >> 23)
                if left < most_left:
                    continue
                self.nodes += 1
                if self.nodes >= self.next_check and self._must_stop():
                    return
                self.laid_card[depth] = card
                self.laid_at[depth] = option
                if last >= 0:
                    self._last(depth, slack, left, last, rest & open_cards, options[last])
                elif rest == 0:
                    self._leaf(depth + 1, left, 0)
                else:
                    further = self._narrow(depth, slack, left, rest, open_cards, may_float, options)
                    if further is not None:
                        self.expand(depth + 1, left, rest, further)
            if slack < symbols + most_left:
                return
            open_cards &= ~(1 << card)
            self.least[level + card] = symbols

    def _reserve(self, level: i64, card: i64, rest: i64) -> i64:
        """Return the slack that the other cards in hand need beyond what they can share with this one and each other."""
        reserve: i64 = 0
        first: i64
        second: i64
        third: i64
        for first in range(self.count):
            if not rest >> first & 1:
                continue
            one: i64 = self.least[level + first]
            if one - self.gain[1 << card | 1 << first] > reserve:
                reserve = one - self.gain[1 << card | 1 << first]
            for second in range(first):
                if not rest >> second & 1:
                    continue
                two: i64 = one + self.least[level + second]
                both: i64 = 1 << card | 1 << first | 1 << second
                if two - self.gain[both] > reserve:
                    reserve = two - self.gain[both]
                for third in range(second):
                    if rest >> third & 1 and two + self.least[level + third] - self.gain[both | 1 << third] > reserve:
                        reserve = two + self.least[level + third] - self.gain[both | 1 << third]
        return reserve

    def _gains(self) -> None:
        """For every set of cards, at most how many symbols disappear on equal ones: exact for pairs and threes."""
        one: i64
        two: i64
        three: i64
        members: i64
        self.gain = [0] * (1 << self.count)
        for two in range(self.count):
            for one in range(two):
                self.gain[1 << one | 1 << two] = self.best[one * self.count + two]
        for three in range(self.count):
            for two in range(three):
                for one in range(two):
                    both: i64 = self.best[one * self.count + two]
                    if self.best[one * self.count + three] > both:
                        both = self.best[one * self.count + three]
                    if self.best[two * self.count + three] > both:
                        both = self.best[two * self.count + three]
                    both = self._trio(one, two, three, both)
                    self.gain[1 << one | 1 << two | 1 << three] = self._trio(one, three, two, both)
        size: i64
        for size in range(4, self.count + 1):
            for members in range(1 << self.count):
                if POPCOUNT[members] == size:
                    total: i64 = 0
                    for one in range(self.count):
                        if members >> one & 1:
                            total += self.gain[members & ~(1 << one)]
                    # A square with k cards loses k - 1 symbols in the whole, and at least (size - 2) (k - 1) of them
                    # in all the sets with one card less.
                    self.gain[members] = total // (size - 2)

    def _trio(self, first: i64, second: i64, third: i64, most: i64) -> i64:
        """Return the most symbols that disappear if the second card is linked to the first and the third to either.

        It returns `most` if that is more.
        """
        self.laid_card[0] = first
        self.laid_at[0] = pack(0, 0, CENTRE, CENTRE)
        self.laid_card[1] = second
        further: i64 = self.best[first * self.count + third] + self.best[second * self.count + third]
        if further > self.symbols[third]:
            further = self.symbols[third]
        for link in self.links[first * self.count + second]:
            pair: i64 = link >> 23
            if pair + further <= most:
                break
            self.laid_at[1] = link
            for option in self.options(2, FAR, third):
                if pair + (option >> 23) > most:
                    most = pair + (option >> 23)
        return most

    def _must_stop(self) -> bool:
        """Return whether a limit is reached; once it is, the answer stays True at every further node."""
        if self.stopped or self.nodes >= self.node_limit or (self.stop is not None and self.stop()):
            self.stopped = True
            self.next_check = 0
            return True
        self.next_check = self.nodes + CHECK_EVERY
        if self.next_check > self.node_limit:
            self.next_check = self.node_limit
        return False

    def _last(self, depth: i64, slack: i64, left: i64, card: i64, is_open: i64, options: list[i64]) -> None:
        """Finish the piles in which only this card is still in hand after the one laid at that depth."""
        symbols: i64 = self.symbols[card]
        need: i64 = symbols - left
        laid: i64 = self.laid_card[depth]
        gain: i64 = self.best[laid * self.count + card]
        if gain > slack - left:
            gain = slack - left
        fits: list[i64] = []
        if need > 0:
            if is_open:
                at: i64 = self.laid_at[depth]
                turned: i64 = at >> 8 & 7
                at_x: i64 = at >> 11 & 63
                at_y: i64 = at >> 17 & 63
                table = self.table[laid * self.count + card]
                for option in options:
                    covered: i64 = option >> 23
                    if covered + gain < need:
                        continue
                    dx: i64 = (option >> 11 & 63) - at_x
                    dy: i64 = (option >> 17 & 63) - at_y
                    if dx <= 3 and dx >= -3 and dy <= 3 and dy >= -3:
                        met: i64 = table[relative(turned, option >> 8 & 7, dx, dy)]
                        if met == CONFLICT:
                            continue
                        if met != 0:
                            covered = POPCOUNT[(option & 255) | met]
                    if covered >= need:
                        fits.append(option)
            if gain >= need:
                self.new_links(depth, card, need, fits)
        for option in fits:
            self.nodes += 1
            self.laid_card[depth + 1] = card
            self.laid_at[depth + 1] = option
            self._leaf(depth + 2, 0, 0)
        if left > symbols:
            self._leaf(depth + 1, left, 1 << card)

    def _narrow(
        self, depth: i64, slack: i64, left: i64, rest: i64, open_cards: i64, may_float: i64, options: list[list[i64]]
    ) -> list[list[i64]] | None:
        """Return the placements of the cards still in hand after the one laid at that depth; None if they cannot all fit."""
        further: list[list[i64]] = []
        at: i64 = self.laid_at[depth]
        laid: i64 = self.laid_card[depth]
        turned: i64 = at >> 8 & 7
        at_x: i64 = at >> 11 & 63
        at_y: i64 = at >> 17 & 63
        card: i64
        other: i64
        level: i64 = (depth + 1) * self.count
        for card in range(self.count):
            if not rest >> card & 1:
                further.append(NONE)
                continue
            kept: list[i64] = []
            further.append(kept)
            symbols: i64 = self.symbols[card]
            need: i64 = symbols - left
            most: i64 = 0
            gain: i64 = self.best[laid * self.count + card]
            if gain > slack - left:
                gain = slack - left
            if open_cards >> card & 1:
                table = self.table[laid * self.count + card]
                for option in options[card]:
                    covered: i64 = option >> 23
                    if covered + gain < need:
                        continue
                    dx: i64 = (option >> 11 & 63) - at_x
                    dy: i64 = (option >> 17 & 63) - at_y
                    kept_option: i64 = option
                    if dx <= 3 and dx >= -3 and dy <= 3 and dy >= -3:
                        met: i64 = table[relative(turned, option >> 8 & 7, dx, dy)]
                        if met == CONFLICT:
                            continue
                        if met != 0:
                            mask: i64 = (option & 255) | met
                            covered = POPCOUNT[mask]
                            kept_option = (option & 0x7FFF00) | mask | covered << 23
                    if covered >= need:
                        kept.append(kept_option)
                        if covered > most:
                            most = covered
            if gain >= need and may_float >> card & 1:
                covered = self.new_links(depth, card, need, kept)
                if covered > most:
                    most = covered
            if symbols - most > left:
                return None
            self.least[level + card] = symbols - most
            for other in range(card):
                shared: i64 = self.best[other * self.count + card]
                if rest >> other & 1 and self.least[level + other] + symbols - most - shared > left:
                    return None
        return further

    def _leaf(self, depth: i64, slack: i64, aside: i64) -> None:
        """Keep the pile of the laid cards if the cards aside leave exactly no slack."""
        card: i64
        for card in range(self.count):
            if aside >> card & 1:
                slack -= self.symbols[card] + 1
        if slack == 0 and (self.fixed < 2 or self._is_one_group(depth)):
            pile: list[tuple[int, int]] = []
            for level in range(depth):
                pile.append((self.laid_card[level], self.laid_at[level]))
            self.found.append(pile)
            if self.one_is_enough:
                self.stopped = True
                self.next_check = 0

    def _is_one_group(self, depth: i64) -> bool:
        """Return whether all laid cards are linked; only cards that were laid beforehand may not be."""
        joined: i64 = 1
        grown = True
        level: i64
        while grown:
            grown = False
            for level in range(depth):
                if joined >> level & 1:
                    continue
                at: i64 = self.laid_at[level]
                other: i64
                for other in range(depth):
                    if joined >> other & 1 and self.meets(
                        other, self.laid_card[level], at >> 8 & 7, at >> 11 & 63, at >> 17 & 63
                    ):
                        joined |= 1 << level
                        grown = True
                        break
        return joined == (1 << depth) - 1

    def lay(self, laid: list[tuple[int, int]]) -> i64:
        """Lay cards beforehand, from depth 0, and return the depth after them."""
        depth: i64 = 0
        for card, at in laid:
            self.laid_card[depth] = card
            self.laid_at[depth] = at
            depth += 1
        return depth

    def options(self, depth: i64, slack: i64, card: i64) -> list[i64]:
        """Return the card's placements that are linked to the laid cards and leave at most `slack` symbols uncovered."""
        kept: list[i64] = []
        level: i64
        for level in range(depth):
            fresh: list[i64] = []
            self.new_links(level, card, 1, fresh)
            for option in fresh:
                mask: i64 = option & 255
                later: i64 = level + 1
                while later < depth:
                    met: i64 = self.meets(later, card, option >> 8 & 7, option >> 11 & 63, option >> 17 & 63)
                    if met == CONFLICT:
                        break
                    mask |= met
                    later += 1
                if later == depth and POPCOUNT[mask] >= self.symbols[card] - slack:
                    kept.append((option & 0x7FFF00) | mask | POPCOUNT[mask] << 23)
        return kept

    def piles(self, laid: list[tuple[int, int]], slack: i64, in_hand: i64) -> None:
        """Find every pile that grows from the cards laid beforehand and adds exactly `slack` points to them.

        No pile may exist that adds fewer.
        """
        depth = self.lay(laid)
        self.fixed = depth
        options: list[list[i64]] = []
        card: i64
        for card in range(self.count):
            kept: list[i64] = []
            if in_hand >> card & 1:
                kept = self.options(depth, slack, card)
                most: i64 = 0
                for option in kept:
                    if option >> 23 > most:
                        most = option >> 23
                self.least[depth * self.count + card] = self.symbols[card] - most
                if self.symbols[card] - most > slack:
                    return
            options.append(kept)
        self.expand(depth, slack, in_hand, options)

    def greedy(self, laid: list[tuple[int, int]], in_hand: i64) -> list[tuple[int, int]]:
        """Return a pile to which always the placement is added that leaves the fewest symbols uncovered."""
        depth = self.lay(laid)
        while in_hand != 0:
            chosen: i64 = -1
            chosen_at: i64 = 0
            fewest: i64 = FAR
            card: i64
            for card in range(self.count):
                if in_hand >> card & 1:
                    for option in self.options(depth, FAR, card):
                        if self.symbols[card] - (option >> 23) < fewest:
                            fewest = self.symbols[card] - (option >> 23)
                            chosen = card
                            chosen_at = option
            if chosen < 0:
                break
            self.laid_card[depth] = chosen
            self.laid_at[depth] = chosen_at
            depth += 1
            in_hand &= ~(1 << chosen)
        pile: list[tuple[int, int]] = []
        for level in range(depth):
            pile.append((self.laid_card[level], self.laid_at[level]))
        return pile
