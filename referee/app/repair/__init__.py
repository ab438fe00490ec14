"""Use cases after a mishap: always a new entry, never a changed one."""
