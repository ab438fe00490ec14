"""What tests of pages are given."""

from browser_pages import composer, opened, page

__all__ = ["composer", "opened", "page"]
