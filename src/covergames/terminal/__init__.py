"""The terminal client: it draws views as text and reads the player's answers.

The modules here know no game. Each game has a package with its screens, which its registration names; `screens` describes the
functions that such a package offers.
"""
