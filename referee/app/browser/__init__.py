"""The program in a reader's browser: what it is asked there, and the files that a site needs for it."""
