"""What is in the box, as files, and the boards."""
