"""A view as text: reports, posts in forums and chats, the board in characters."""
