"""The archive: a static site of all games, their records and statistics."""
