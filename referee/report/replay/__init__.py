"""The replay page: a whole game in one file."""
