"""How the champion's network learns: from its own search, in rounds.

    python -m covergames.learning --out networks.json

A round plays games with the network of the round before; the first round plays with the editor's search. Every cover is searched with equal
numbers of playouts for each card. The network of the round learns how often the search would place each card, and how many
points more than the others it promises. The same seed gives the same network.
"""
