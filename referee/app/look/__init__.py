"""Look at games, titles and the machine without changing a game."""
