"""Games as prose: the record of a game, and books of several."""
