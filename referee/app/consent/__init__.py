"""Use cases that need the consent of the players: proposals, ends by agreement, resignations."""
