"""Whether a log is right."""
