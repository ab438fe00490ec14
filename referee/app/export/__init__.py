"""Games as tables: one row a game, a seat, an entry, and a score after each round, for SQL and data tools."""
