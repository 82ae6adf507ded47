"""Cover Me by the million: all variants and player counts on flat integers, proven equal to `covergames.coverme`."""

from covergames.kernel.position import IS_COMPILED, InterpretedKernelWarning, Position

__all__ = ["IS_COMPILED", "InterpretedKernelWarning", "Position"]
