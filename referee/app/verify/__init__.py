"""Whether a log is right, and the notes that people write on it."""
