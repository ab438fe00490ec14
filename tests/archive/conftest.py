"""What tests of archives are given."""

from archived import here

__all__ = ["here"]
