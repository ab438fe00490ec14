"""Deadlines, absences and the clock of a game: pure functions of its log, and what is done when time has passed."""
