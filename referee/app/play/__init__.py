"""Begin a game and play it: moves and other entries from a file to the log."""
