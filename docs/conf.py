"""How Sphinx makes the site: `make docs` puts it into `build/site`. It loads nothing from anywhere when it is read."""

project = "referee"
author = "The referee maintainers"
copyright = "the referee maintainers"
extensions = ["myst_parser"]
exclude_patterns = ["site"]

myst_heading_anchors = 4
myst_enable_extensions = ["html_image"]
suppress_warnings = ["misc.highlighting_failure"]
pygments_style, pygments_dark_style = "tango", "monokai"

html_theme = "furo"
html_title = "referee"
html_theme_options = {
    "light_css_variables": {"color-brand-primary": "#7c2d12", "color-brand-content": "#7c2d12"},
    "dark_css_variables": {"color-brand-primary": "#fdba74", "color-brand-content": "#fdba74"},
}
html_copy_source = False
html_show_sphinx = False
html_use_index = False
