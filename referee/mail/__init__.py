"""E-mails: written from views, sent, received and read. Nothing here decides what a move does."""
