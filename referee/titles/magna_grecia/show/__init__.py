"""What may be seen of a game: the view, the film, what happened in words."""
