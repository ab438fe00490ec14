"""An e-mail that arrived: who wrote it, and what it asks for."""
