"""The terminal client: a table drawn in text, and what the player answers."""
