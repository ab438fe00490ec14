"""A game goes on under a newer edition of its title; games are compared under two editions."""
