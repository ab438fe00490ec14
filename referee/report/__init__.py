"""A view written out: `text.report`, `html.report`, `svg.board` and `plain.view`; all of them see only the view."""
