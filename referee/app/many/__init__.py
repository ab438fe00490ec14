"""Many games at once: the engines that share work, simulated games, and statistics."""
