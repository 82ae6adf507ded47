"""Banned networks: what an operator may ban, and the bans that this worker knows."""

from __future__ import annotations

import ipaddress
from typing import TYPE_CHECKING, Final

from covergames.game import NotationError
from covergames.server.limits import limit_key

if TYPE_CHECKING:
    from collections.abc import Iterable

    from covergames.server.store import Ban

SHORTEST_PREFIX: Final = {4: 8, 6: 16}
"""Bits of the widest network that can be banned: a wider one is a mistake."""
BANNED: Final = "banned"
"""The code of a refusal, and of a goodbye, to a banned address."""


def network_of(text: str) -> str:
    """Return the network that a ban of this address or network concerns; an IPv6 address stands for its /64 network.

    >>> network_of("192.0.2.7"), network_of("2001:db8::7"), network_of("192.0.2.0/24")
    ('192.0.2.7/32', '2001:db8::/64', '192.0.2.0/24')

    Raises:
        NotationError: If it is not an address or a network, or if it is too wide.
    """
    try:
        network = ipaddress.ip_network(text if "/" in text else limit_key(text), strict=False)
    except ValueError:
        raise NotationError(f"{text!r} is not an address or a network, such as 192.0.2.7 or 192.0.2.0/24") from None
    if network.prefixlen < SHORTEST_PREFIX[network.version]:
        raise NotationError(f"{text!r} is too wide: at least /{SHORTEST_PREFIX[network.version]}")
    return str(network)


class BanList:
    """The bans that have not ended, as of the last look into the database."""

    def __init__(self) -> None:
        self._bans: tuple[Ban, ...] = ()
        self._by_prefix: dict[tuple[int, int], dict[int, Ban]] = {}
        """For each version of IP and each length of a prefix, the bans by the number of their network."""

    def replace(self, bans: Iterable[Ban]) -> bool:
        """Replace all bans by these; return whether that changes anything."""
        before, self._bans = self._bans, tuple(bans)
        if before == self._bans:
            return False
        self._by_prefix = {}
        for ban in self._bans:
            network = ipaddress.ip_network(ban.network)
            same = self._by_prefix.setdefault((network.version, network.prefixlen), {})
            same[int(network.network_address)] = ban
        return True

    def of(self, address: str, *, now: int) -> Ban | None:
        """Return the ban that holds for the address at that time; None: there is none."""
        if not self._bans:
            return None
        try:
            parsed = ipaddress.ip_address(address)
        except ValueError:  # behind a Unix socket
            return None
        if isinstance(parsed, ipaddress.IPv6Address) and parsed.ipv4_mapped is not None:
            parsed = parsed.ipv4_mapped
        for (version, length), bans in self._by_prefix.items():
            if version == parsed.version:
                unused = parsed.max_prefixlen - length
                ban = bans.get(int(parsed) >> unused << unused)
                if ban is not None and (ban.until is None or ban.until > now):
                    return ban
        return None
