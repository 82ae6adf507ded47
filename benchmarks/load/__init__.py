"""The load driver: it plays at many tables of a server from another process, and measures the server."""
