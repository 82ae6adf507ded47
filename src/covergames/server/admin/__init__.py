"""The private interface of a server, for its operator: metrics, tables and people, bans, reports and the log of all acts.

It has a separate address, which players cannot reach. Metrics are open there; everything else needs the token that follows from
the server's key file.
"""
