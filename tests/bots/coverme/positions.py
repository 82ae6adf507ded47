"""Views of Cover Me for tests of bots: views of a real table in which some fields are replaced by notation."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import replace

from covergames import coverme
from covergames.coverme import Action, Decision, Options, Phase, Place, Season, TwoPlayer, View
from covergames.coverme.notation import parse_cards
from covergames.coverme.places import Row
from covergames.coverme.trends import tracks_of, trend_value, trends_of
from covergames.coverme.view_types import MagazineView, OpenPileView
from covergames.dealer import RandomDealer
from covergames.game import Seat


def placing(
    *,
    hand: str,
    covers: Sequence[str],
    influence: str = "",
    season: Season = Season.WINTER,
    options: Options = Options(),  # noqa: B008 (a value)
) -> View:
    """Return a view in which seat 0 has to place; every magazine has one cover for each month that has passed."""
    rows = [tuple(parse_cards(row)) for row in covers]
    players = 2 if options.two_player is TwoPlayer.ADVANCED else len(rows)
    tracks = tracks_of([*parse_cards(influence), *(card for row in rows for card in row)], season)
    trends = trends_of(tracks)
    held = tuple(parse_cards(hand))
    pairs = [Place((one, other)) for one in held for other in held if one != other]
    legal: list[Action] = [*pairs] if players < len(rows) else [Place((card,)) for card in held]
    magazines = tuple(
        MagazineView(
            owner=Seat(number % players),
            row=Row.PRIMARY if number < players else Row.SECONDARY,
            covers=row,
            values=tuple(trend_value(card, trends) for card in row),
            has_placed=False,
            placed=None,
            featured=None,
        )
        for number, row in enumerate(rows)
    )
    return deciding(legal, hand=hand, players=players, options=options)._replace(
        season=season,
        month=len(rows[0]) + 1,
        phase=Phase.PLACE,
        decision=Decision.PLACE,
        tracks=tracks,
        trends=trends,
        magazines=magazines,
        influence_row=tuple(parse_cards(influence)),
    )


def deciding(
    legal: Sequence[Action],
    *,
    hand: str,
    tops: str = "",
    players: int = 3,
    options: Options = Options(),  # noqa: B008 (a value)
    decision: Decision = Decision.TAKE,
) -> View:
    """Return a view in which seat 0 chooses among these actions; the influence row is empty; the open piles have these tops."""
    dealer = RandomDealer(random.Random(1))
    state = coverme.new(players, coverme.settle(players, replace(options, start=Seat(0)), dealer), dealer)
    return coverme.view(state, Seat(0))._replace(
        legal=tuple(legal),
        decision=decision,
        hand=tuple(parse_cards(hand)),
        open_piles=tuple(OpenPileView(card, 1) for card in parse_cards(tops)) or (OpenPileView(None, 0),) * 3,
        influence_row=(),
    )
