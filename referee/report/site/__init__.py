"""The pages of an archive."""
