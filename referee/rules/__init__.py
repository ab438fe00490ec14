"""What a title is, how a move is judged, and how a log becomes positions. Nothing here reads files or shows any."""
