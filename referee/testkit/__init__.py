"""The promises of every title, tried on random games: `referee dev contract TITLE` runs them for an installed title."""
