"""Orders ahead: what a player sends before it is their turn, kept in secret, sealed after each turn, played when due."""
