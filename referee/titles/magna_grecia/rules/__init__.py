"""The chapters of the rulebook, the position, and what each step changes."""
