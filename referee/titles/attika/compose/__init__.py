"""The possible parts of a turn, from which a page composes it. A title may do without."""
