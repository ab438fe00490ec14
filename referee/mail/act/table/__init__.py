"""What players do by mail that is about no move: their games, reminders, words after the end, another game."""
