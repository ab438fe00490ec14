"""What guides the planning player. A title may do without."""
