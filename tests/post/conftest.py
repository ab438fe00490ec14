"""What tests of e-mails and of mail servers are given."""

from mail_servers import certificate, running
from mailing_game import menus

__all__ = ["certificate", "menus", "running"]
