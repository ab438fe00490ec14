"""Deadlines, absences and the clock of a game: pure functions of its log, and the actions when time has passed."""
