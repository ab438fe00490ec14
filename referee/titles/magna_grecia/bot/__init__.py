"""A player of the program's own. A title may do without."""
