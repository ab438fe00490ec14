"""An e-mail as it is written: its text, its HTML, its reply address, its bytes."""
