"""Orders ahead: sent before it is a player's turn, kept in secret, sealed after each turn, and played when due."""
