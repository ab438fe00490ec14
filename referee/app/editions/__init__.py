"""Continue a game under a newer edition of its title; compare games under two editions."""
