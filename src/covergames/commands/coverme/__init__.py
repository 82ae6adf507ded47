"""Commands for Cover Me alone: the daily position."""
