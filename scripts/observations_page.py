"""Write docs/observations.md: every action and every feature of the environments, from their definitions; --check compares."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Final

from covergames.coverup.cards import HAND
from covergames.envs import coverme, coverup
from covergames.envs.coverup import actions as cover_up_actions
from covergames.envs.feature import Feature

PATH: Final = Path(__file__).resolve().parents[1] / "docs" / "observations.md"

PAGE: Final = """\
# Actions and observations

What the numbers of the [environments](training.md) mean. `scripts/observations_page.py` writes this page from the definitions in
`covergames.envs`. An observation is an array of bytes (`uint8`), each of which belongs to one feature; a sum that is larger than 255
is cut. `covergames.envs.read_features(FEATURES, observation)` returns the numbers by name. Nothing in an observation depends on
what its seat may not see: it is a function of the seat's view.

## Cover Me

### Actions

`Discrete({actions})`. What a card means follows from the decision: it is placed, featured, kept or swapped. Where a decision names two
cards (CM-A2, CM-A5), they are chosen one after the other, in two steps. A seat that owes no decision may only stay, which does nothing.

| action | meaning | rules |
|---|---|---|
| 0 to 161 | the card of that number: `{first}` to `{last}`, as in records | CM-P1 CM-M2 CM-R2 CM-Y2 |
{other_actions}

### Features

{size} bytes.

{features}

### Codes of cards

The values of the feature `cards`. Seat +0 is the observer, seat +1 the next one clockwise. Magazines are counted as seats; with two
players, +2 and +3 are the secondary magazines of the observer and of the rival (CM-A1), or fictional A and B (CM-21).

| code | where the card is |
|---|---|
{codes}

## Cover Up

### Actions

`Discrete({up_actions})`. Cards are named by their place in the hand, 0 to 4. The board has {board} x {board} squares; the first card of a pile
has its top-left square at ({corner}, {corner}). Lays are legal where the rules call them so: linked, and without a conflict. All actions of a
step happen at the same time, and {seconds} seconds pass with each step.

| action | meaning | rules |
|---|---|---|
| 0 to {last_lay} | lay a card: `((card * 8 + orientation) * {board} + x) * {board} + y`, orientation `4 * flip + turn` | CU-P1 CU-P2 |
| {lift} to {last_lift} | lift a card | CU-P1 |
| {flip} | flip the hourglass | CU-H1 |
| {done} | done | CU-H2 |
| {wait} | wait | |
| {give_back} to {last_give_back} | give a card back | CU-N1 |

### Features

{up_size} bytes.

{up_features}
"""

RULES_OF_ACTIONS: Final = ("CM-R1",) * 4 + ("CM-Y2",) + ("CM-X4",) * 2


def table(features: Sequence[Feature]) -> str:
    """Return the features as a table."""
    lines = ["| feature | bytes | meaning | rules |", "|---|---|---|---|"]
    for feature in features:
        last = feature.place.stop - 1
        where = str(feature.start) if feature.length == 1 else f"{feature.start} to {last}"
        lines.append(f"| `{feature.name}` | {where} | {feature.meaning} | {feature.rules} |")
    return "\n".join(lines)


def rows(cells: Iterable[tuple[object, ...]]) -> str:
    """Return lines of a table."""
    return "\n".join(f"| {' | '.join(map(str, line))} |" for line in cells)


def page() -> str:
    """Return the page."""
    cards = coverme.ACTIONS - len(RULES_OF_ACTIONS)
    others = zip(range(cards, coverme.ACTIONS), coverme.NAMES[cards:], RULES_OF_ACTIONS, strict=True)
    return PAGE.format(
        actions=coverme.ACTIONS,
        first=coverme.NAMES[0],
        last=coverme.NAMES[cards - 1],
        other_actions=rows(others),
        size=coverme.GAME.size,
        features=table(coverme.FEATURES),
        codes=rows(enumerate(coverme.LOCATIONS)),
        up_actions=coverup.ACTIONS,
        board=cover_up_actions.BOARD,
        corner=cover_up_actions.CORNER,
        seconds=coverup.STEP_MILLISECONDS // 1000,
        last_lay=cover_up_actions.LIFT - 1,
        lift=cover_up_actions.LIFT,
        last_lift=cover_up_actions.LIFT + HAND - 1,
        flip=cover_up_actions.FLIP,
        done=cover_up_actions.DONE,
        wait=cover_up_actions.WAIT,
        give_back=cover_up_actions.GIVE_BACK,
        last_give_back=cover_up_actions.ACTIONS - 1,
        up_size=coverup.GAME.size,
        up_features=table(coverup.FEATURES),
    )


def main() -> int:
    """Write the page, or check it."""
    if "--check" not in sys.argv[1:]:
        PATH.write_text(page(), "utf-8")
        return 0
    if PATH.exists() and PATH.read_text("utf-8") == page():
        return 0
    print(f"{PATH} is out of date: run make docs", file=sys.stderr)
    return 1


if __name__ == "__main__":
    sys.exit(main())
