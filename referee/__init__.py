"""The referee that correspondence board games deserve."""

__version__ = "0.1.0"
