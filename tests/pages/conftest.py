"""What tests of pages are given."""

from browser_pages import browser, composer, opened, page

__all__ = ["browser", "composer", "opened", "page"]
