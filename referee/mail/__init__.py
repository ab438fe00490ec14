"""The only room that knows e-mails: `read/` what came in, `act/` on it, `write/` what goes out, `transport/` both."""
