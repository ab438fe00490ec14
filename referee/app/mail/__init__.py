"""Games by mail: what arrives, what it asks for, what is answered, and which reports are sent."""
