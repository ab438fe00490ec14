"""How e-mails come in and go out."""
