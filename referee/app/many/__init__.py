"""Many games at once: the engines that share work, and statistics."""
