"""What a turn may be, from which a page composes it. A title may do without."""
