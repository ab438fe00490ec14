"""What every title must keep, tried on random games: `referee contract TITLE` runs it for any installed title."""
