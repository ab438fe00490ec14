"""What people write on a game: notes and lines that were not played. Read, judged, edited, exported."""
