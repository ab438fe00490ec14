"""A view as a page: the report, the composer, the table of all games."""
