"""Bans of addresses and networks."""

from __future__ import annotations

import pytest

from covergames.game import NotationError
from covergames.server.bans import BanList, network_of
from covergames.server.store import Ban


@pytest.mark.parametrize(
    ("text", "network"),
    [
        ("192.0.2.7", "192.0.2.7/32"),
        ("192.0.2.7/24", "192.0.2.0/24"),
        ("::ffff:192.0.2.7", "192.0.2.7/32"),
        ("2001:db8::7", "2001:db8::/64"),
        ("2001:db8::/48", "2001:db8::/48"),
    ],
)
def test_a_ban_concerns_a_network(text: str, network: str) -> None:
    """An IPv6 subscriber has a whole network."""
    assert network_of(text) == network


@pytest.mark.parametrize("text", ["", "Ada", "192.0.2.300", "192.0.2.0/33", "0.0.0.0/0", "::/0", "192.0.2.7 "])
def test_what_is_no_network_or_too_wide_cannot_be_banned(text: str) -> None:
    """The error names it."""
    with pytest.raises(NotationError, match=r"is not an address or a network|is too wide"):
        network_of(text)


def test_a_ban_holds_for_its_network_until_it_ends() -> None:
    """Other addresses are not concerned, nor is a client whose address is not known."""
    bans = BanList()
    assert bans.replace([Ban(1, "192.0.2.0/24", 0, 1000, "spam"), Ban(2, "2001:db8::/64", 0, None, "spam")])
    assert not bans.replace([Ban(1, "192.0.2.0/24", 0, 1000, "spam"), Ban(2, "2001:db8::/64", 0, None, "spam")])
    found = [
        bans.of(each, now=999) for each in ("192.0.2.7", "::ffff:192.0.2.7", "2001:db8::9", "192.0.3.7", "", "::1")
    ]
    assert [ban and ban.number for ban in found] == [1, 1, 2, None, None, None]
    assert bans.of("192.0.2.7", now=1000) is None
