"""The contents of the box, as files, and the boards."""
