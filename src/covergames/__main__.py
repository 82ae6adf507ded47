"""``python -m covergames``: the command line, where the folder of scripts is not on the path."""

from covergames.cli import main

main()
