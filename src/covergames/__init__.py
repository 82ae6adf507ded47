"""Cover Me and Cover Up: rules, bots, tables and tools."""
