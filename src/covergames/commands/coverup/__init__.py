"""Commands for Cover Up alone: decks, best piles and the daily puzzle."""
