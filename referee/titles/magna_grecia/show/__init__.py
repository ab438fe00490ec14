"""The visible part of a game: the view, the film, what happened in words."""
