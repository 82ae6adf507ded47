"""Cover Me and Cover Up: rules, bots, tables and tools."""

__version__ = "0.1.0"
