"""Ids of cards have a limit, because every message about a card repeats them."""

from __future__ import annotations

import pytest

from covergames.coverup import DeckError, house_deck, read_deck, write_deck
from covergames.coverup.deck import MAX_NAME_LENGTH


@pytest.mark.parametrize(("length", "is_accepted"), [(MAX_NAME_LENGTH, True), (MAX_NAME_LENGTH + 1, False)])
def test_an_id_that_is_too_long_is_refused(length: int, *, is_accepted: bool) -> None:
    """The refusal names the card and the most characters."""
    data = write_deck(house_deck())
    data["cards"][6]["id"] = "x" * length
    if is_accepted:
        assert read_deck(data).faces[6].id == "x" * length
    else:
        with pytest.raises(DeckError, match=f"card 7 has the id 'x.*, not a text of 1 to {MAX_NAME_LENGTH} characters"):
            read_deck(data)
