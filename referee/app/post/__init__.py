"""What waits for somebody: news for players, mails for the referee, what players want of the moderator."""
