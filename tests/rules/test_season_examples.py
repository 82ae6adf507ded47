"""Whole seasons, worked out by hand.

A line per magazine: the covers of its three months, each with the trend value that it has in the end, and after the
arrow what becomes of its season special. ``0'`` is seat 0's secondary magazine, A and B are fictional. A star marks a
choice. Below: the tracks after the third month, the trends, the next influence row, and each seat's score so far.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import pytest

from covergames.coverme import Clothes, Options, TwoPlayer
from covergames.coverme.events import Featured, Judged
from covergames.coverme.notation import cards_text
from tests.coverme_kit import Table, position, tracks_text, trends_text

if TYPE_CHECKING:
    from covergames.coverme.places import Fate


@dataclass(frozen=True)
class Line:
    """What a line says of a magazine."""

    magazine: str
    covers: list[str]
    values: tuple[int, ...]
    special: str
    fate: str
    is_choice: bool


@dataclass(frozen=True)
class Example:
    """A season in text, taken apart."""

    season: str
    influence_row: str
    lines: list[Line]
    tracks: str
    trends: str
    next_row: str
    scores: list[int | None]

    @classmethod
    def read(cls, text: str) -> Example:
        """Take the text apart."""
        labels: dict[str, str] = {}
        lines = []
        for row in text.strip().splitlines():
            label, _, rest = row.strip().partition("  ")
            if "->" in rest:
                covers, _, outcome = rest.partition("->")
                fate, _, special = outcome.strip().partition(": ")
                names = covers.split()
                values = tuple(int(value) for value in names[1::2])
                lines.append(Line(label, names[::2], values, special.rstrip("*"), fate, special.endswith("*")))
            else:
                labels[label] = rest.strip()
        return cls(
            season=labels["season"],
            influence_row=labels["influence"],
            lines=lines,
            tracks=" ".join(labels["tracks"].replace("|", " ").split()),
            trends=labels["trends"].replace(" ", ""),
            next_row=labels["next row"],
            scores=[int(score) for score in labels["scores"].split()],
        )

    def covers_of(self, magazine: str) -> list[str]:
        """The covers of a magazine in the order of the months."""
        return next((line.covers for line in self.lines if line.magazine == magazine), [])


def play(example: Example, options: Options) -> Table:
    """Play the season of the example up to the first replenishing."""
    seats = sorted({line.magazine[0] for line in example.lines if line.magazine[0].isdigit()})
    hands = [" ".join(example.covers_of(seat) + example.covers_of(f"{seat}'")) for seat in seats]
    pairs = zip(example.covers_of("A"), example.covers_of("B"), strict=True)
    table = position(
        hands,
        influence_row=example.influence_row,
        season=example.season,
        fictional_pile=" ".join(f"{a} {b}" for a, b in pairs) if len(seats) == 2 else None,
        options=options,
    )
    is_advanced = options.two_player is TwoPlayer.ADVANCED
    primary = [" ".join(example.covers_of(seat)) for seat in seats]
    secondary = [" ".join(example.covers_of(f"{seat}'")) for seat in seats]
    table.season_of(*(zip(primary, secondary, strict=True) if is_advanced else primary))
    for line in example.lines:
        if line.is_choice:
            seat = int(line.magazine[0])
            assert line.special in table.choices(seat)
            table.feature(seat, line.special, "secondary" if line.magazine.endswith("'") else "primary")
    return table


EXAMPLES = {
    "winter: two score, one chooses between two": """
        season     winter
        influence  Gbsq Gbmq
        0          Ybsq 3  Yrmd 0  Yklt 0  -> prestige stack: Ybsq
        1          Bbsq 3  Brmd 0  Bklt 0  -> prestige stack: Bbsq
        2          Rbsd 2  Rrst 1  Rksq 2  -> influence row: Rksq*
        tracks     b5 r3 k3 | s6 m3 l2 | q5 d3 t3
        trends     b s q
        next row   Rksq
        scores     2 2 0
        """,
    "spring: clothes count, patterns do not": """
        season     spring
        influence  Ybsd Rrsq
        0          Yrst 3  Ybmt 1  Rkld 0  -> prestige stack: Yrst
        1          Yrmq 2  Gbst 1  Bkst 1  -> influence row: Yrmq
        2          Yrsd 3  Brlq 1  Rbmd 0  -> prestige stack: Yrsd
        tracks     b4 r5 k2 | s6 m3 l2 | Y5 R3 B2 G1 K0 W0
        trends     r s Y
        next row   Yrmq
        scores     2 0 2
        """,
    "summer, four players: red and green are both trends": """
        season     summer
        influence  Gkmt
        0          Gkmd 3  Rbsq 1  Rkmq 3  -> prestige stack: Rkmq*
        1          Rkld 2  Grmt 2  Bksq 1  -> influence row: Grmt*
        2          Bbmd 1  Rrlt 1  Gbmq 2  -> influence row: Gbmq
        3          Wkmq 2  Gkst 2  Rbmt 2  -> influence row: Wkmq*
        tracks     b4 r2 k7 | s3 m8 l2 | Y0 R5 B2 G5 K0 W1
        trends     k m R G
        next row   Grmt Gbmq Wkmq
        scores     2 0 0 0
        """,
    "fall: all at 0 score together": """
        season     fall
        influence  Wbsq Kbsq Gbsq
        0          Yrmd 0  Yklt 0  Yrlt 0  -> prestige stack: Yrmd Yklt Yrlt
        1          Rbsq 3  Rkmd 0  Rrlq 1  -> prestige stack: Rbsq
        2          Bbst 2  Bksd 1  Bbmt 1  -> influence row: Bbst
        tracks     b6 r3 k3 | s6 m3 l3 | q5 d3 t4
        trends     b s q
        next row   Bbst
        scores     6 2 0
        """,
    "winter with an empty influence row": """
        season     winter
        influence
        0          Yksq 3  Rksd 2  Bbmt 0  -> prestige stack: Yksq
        1          Ykmq 2  Rrsq 2  Bklq 2  -> influence row: Bklq*
        2          Grst 1  Gbsd 1  Gkst 2  -> influence row: Gkst
        tracks     b2 r2 k5 | s6 m2 l1 | q4 d2 t3
        trends     k s q
        next row   Bklq Gkst
        scores     2 0 0
        """,
    "spring: everybody scores, the next influence row is empty": """
        season     spring
        influence  Wbld
        0          Rblq 3  Yrmd 1  Yksq 1  -> prestige stack: Rblq
        1          Brsd 0  Rbld 3  Gkmt 0  -> prestige stack: Rbld
        2          Ykmd 1  Brsq 0  Rblt 3  -> prestige stack: Rblt
        tracks     b4 r3 k3 | s3 m3 l4 | Y3 R3 B2 G1 K0 W1
        trends     b l Y R
        next row
        scores     2 2 2
        """,
    "winter: everything is tied, every model has all trends": """
        season     winter
        influence
        0          Ybsq 3  Yrmd 3  Yklt 3  -> prestige stack: Yklt*
        1          Rbmt 3  Rrlq 3  Rksd 3  -> prestige stack: Rbmt*
        2          Bbld 3  Brst 3  Bkmq 3  -> prestige stack: Brst*
        tracks     b3 r3 k3 | s3 m3 l3 | q3 d3 t3
        trends     b r k s m l q d t
        next row
        scores     2 2 2
        """,
    "fall, five players: blonde and black hair are both trends": """
        season     fall
        influence  Kkst Wkmt
        0          Ykst 2  Yblq 2  Yrmd 0  -> influence row: Yblq*
        1          Rkmt 2  Rblt 3  Rrsq 0  -> prestige stack: Rblt
        2          Bklq 2  Bbst 2  Brlt 2  -> influence row: Bbst*
        3          Gbmd 1  Grld 1  Gblq 2  -> influence row: Gblq
        4          Kbsq 1  Kkld 2  Krmt 1  -> influence row: Kkld
        tracks     b6 r5 k6 | s5 m5 l7 | q5 d4 t8
        trends     b k l t
        next row   Yblq Bbst Gblq Kkld
        scores     0 2 0 0 0
        """,
    "winter with fictional players: B's best has all trends and does not score": """
        season     winter
        influence  Gbsq Gbsd
        0          Ybsq 2  Yrmd 1  Yklt 0  -> influence row: Ybsq
        1          Rbmq 1  Rksd 2  Rrlt 0  -> influence row: Rksd
        A          Bklt 0  Brmd 1  Bkld 1  -> influence row: Brmd
        B          Kbst 2  Kbsd 3  Krlq 0  -> influence row: Kbsd
        tracks     b6 r4 k4 | s6 m3 l5 | q4 d6 t4
        trends     b s d
        next row   Ybsq Rksd Brmd Kbsd
        scores     0 0
        """,
    "summer with fictional players: A is all at 0 and influences all the same": """
        season     summer
        influence  Wkld Wklq
        0          Wklt 3  Yrmd 0  Ybsq 0  -> prestige stack: Wklt
        1          Wbmq 1  Rkmt 1  Rrlt 1  -> influence row: Rrlt*
        A          Ybst 0  Grsd 0  Brsq 0  -> influence row: Ybst
        B          Kklt 2  Wkmq 2  Bbld 1  -> influence row: Kklt
        tracks     b4 r4 k6 | s4 m4 l6 | Y3 R2 B2 G1 K1 W5
        trends     k l W
        next row   Rrlt Ybst Kklt
        scores     5 0
        """,
    "advanced winter: a secondary with all trends, a primary all at 0": """
        season     winter
        influence  Ybst Rbst Wbst
        0          Ybsq 2  Yrst 2  Yklt 1  -> influence row: Yrst*
        1          Krlq 0  Kkmq 0  Krmd 0  -> prestige stack: Krlq Kkmq Krmd
        0'         Bbst 3  Brmd 0  Bkmq 0  -> side stack: Bbst
        1'         Gbsd 2  Gkst 2  Grlt 1  -> influence row: Gbsd*
        tracks     b6 r5 k4 | s8 m4 l3 | q4 d3 t8
        trends     b s t
        next row   Yrst Gbsd
        scores     0 12
        """,
    "advanced spring: a secondary all at 0 goes aside": """
        season     spring
        influence  Kkmq
        0          Kkmd 3  Ykst 1  Kblt 1  -> prestige stack: Kkmd
        1          Kklq 2  Gkmt 2  Wkmq 2  -> influence row: Wkmq*
        0'         Yrsq 0  Brld 0  Rblt 0  -> side stack: Yrsq Brld Rblt
        1'         Kbmd 2  Rkmt 2  Bkmd 2  -> influence row: Rkmt*
        tracks     b3 r2 k8 | s2 m7 l4 | Y2 R2 B2 G1 K5 W1
        trends     k m K
        next row   Wkmq Rkmt
        scores     4 0
        """,
    "same value, fall: a white card is one card": """
        season     fall
        influence  Ybsd Rksd
        0          Wbsd 3  Kbmd 2  Yrlt 1  -> prestige stack: Wbsd
        1          Bksq 2  Rbsq 3  Wrst 2  -> prestige stack: Rbsq
        2          Krmq 2  Yklq 1  Brmt 1  -> influence row: Krmq
        tracks     b4 r4 k3 | s6 m3 l2 | q4 d4 t3
        trends     b r s q d
        next row   Krmq
        scores     1 1 0
        """,
    "spring with short hands: a single model at 0 is all of them": """
        season     spring
        influence  Wrmq
        0          Wbmt 2                  -> influence row: Wbmt
        1          Rkld 0                  -> prestige stack: Rkld
        2          Ybsq 1  Yrmd 3  Grst 1  -> prestige stack: Yrmd
        tracks     b2 r3 k1 | s2 m3 l1 | Y2 R1 B0 G1 K0 W2
        trends     r m Y W
        next row   Wbmt
        scores     0 2 2
        """,
}


def options_for(name: str) -> Options:
    return Options(
        two_player=TwoPlayer.ADVANCED if name.startswith("advanced") else TwoPlayer.FICTIONAL,
        same_value=Clothes.GREEN if name.startswith("same value") else None,
    )


@pytest.mark.rule("CM-T2", "CM-T3", "CM-T4", "CM-M1", "CM-M2", "CM-M3", "CM-E1", "CM-E2", "CM-E3", "CM-E4")
@pytest.mark.parametrize("name", EXAMPLES)
def test_season(name: str) -> None:
    """Tracks, trends, values, season specials and what becomes of them are as worked out by hand."""
    example = Example.read(EXAMPLES[name])
    table = play(example, options_for(name))
    (judged,) = table.happened(Judged)
    assert tracks_text(judged.tracks) == example.tracks
    assert trends_text(judged.trends) == example.trends
    assert list(judged.values) == [line.values for line in example.lines]
    featured: list[tuple[str, Fate]] = [(cards_text(event.cards), event.fate) for event in table.happened(Featured)]
    assert [(cards, fate.value) for cards, fate in featured] == [(line.special, line.fate) for line in example.lines]
    assert table.influence_row == example.next_row
    assert [table.view(seat).prestige_stacks[seat].worth for seat in range(len(example.scores))] == example.scores
    for event, line in zip(table.happened(Featured), example.lines, strict=True):
        assert cards_text(event.returned).split() == [card for card in line.covers if card not in line.special.split()]


@pytest.mark.rule("CM-X2")
def test_the_worked_score() -> None:
    """2 yellow, 1 red, 1 blue, 2 green and 1 white card: 4 x 2 + 2 x 3 + 0 x 4 + 1 x 5 = 19."""
    table = position(["Ykmd", "", ""], prestige_stacks=["Ybsq Yrmd Rklt Bbsq Grmd Gklt Wbsq", "", ""])
    assert table.view(0).prestige_stacks[0].worth == 19
