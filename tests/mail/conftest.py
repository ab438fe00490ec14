"""What tests of mails are given."""

from mailing_game import begun, game, menus

__all__ = ["begun", "game", "menus"]
