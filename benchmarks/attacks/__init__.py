"""How a server with its default limits serves others while one address attacks it."""
