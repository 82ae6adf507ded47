"""Generate the house deck, or the deck of a seed, and write it to standard output."""

import sys

from covergames.coverup import house
from covergames.coverup.deck import to_json

if len(sys.argv) > 1:
    sys.stdout.write(to_json(house.generate(int(sys.argv[1]), f"seed {sys.argv[1]}")))
else:
    sys.stdout.write(to_json(house.house()))
