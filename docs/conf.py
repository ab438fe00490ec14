"""How Sphinx makes the site: `make docs` puts it into `build/site`. It loads nothing from anywhere when it is read."""

import re
from pathlib import Path
from typing import Any

from sphinx.application import Sphinx

project = "referee"
author = "The referee maintainers"
copyright = "the referee maintainers"
extensions = ["myst_parser"]
exclude_patterns = ["site"]

myst_heading_anchors = 4
myst_enable_extensions = ["html_image"]
suppress_warnings = ["misc.highlighting_failure"]
pygments_style, pygments_dark_style = "xcode", "monokai"

html_theme = "furo"
html_title = "referee"
html_theme_options = {
    "light_css_variables": {"color-brand-primary": "#7c2d12", "color-brand-content": "#7c2d12"},
    "dark_css_variables": {"color-brand-primary": "#fdba74", "color-brand-content": "#fdba74"},
}
html_copy_source = False
html_show_sphinx = False
html_use_index = False


def name_outside_pages(app: Sphinx, page: str, source: list[str]) -> None:
    """A link to a page outside this folder, such as CONTRIBUTING.md, is its name on the site.

    The page of answers is not in the navigation.
    """
    folder = Path(app.srcdir, page).parent

    def named(link: re.Match[str]) -> str:
        inside = (folder / link[2]).resolve().is_relative_to(app.srcdir)
        return link[0] if inside else link[1]

    if page == "reference/answers":  # long, for programs, and linked from the page about JSON
        source[0] = "---\norphan: true\n---\n" + source[0]
    source[0] = re.sub(r"\[([^\]]+)\]\(((?:\.\./)+[\w/-]+\.md)[^)]*\)", named, source[0])


def give_headings_a_level(app: Sphinx, page: str, template: str, context: dict[str, Any], doctree: object) -> None:
    """The captions of the navigation are headings; a screen reader needs their level, which the theme leaves out."""
    tree = context.get("furo_navigation_tree", "")
    context["furo_navigation_tree"] = tree.replace('role="heading"', 'role="heading" aria-level="2"')


def setup(app: Sphinx) -> None:
    app.connect("source-read", name_outside_pages)
    app.connect("html-page-context", give_headings_a_level, priority=900)
