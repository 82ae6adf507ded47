"""Players of Cover Up: each sees its cards in a way of its own, and lays them at a pace of its own."""

from covergames.bots.coverup.laying import LayingBot
from covergames.bots.coverup.players import beginner, haphazard, perfect, quick

__all__ = ["LayingBot", "beginner", "haphazard", "perfect", "quick"]
