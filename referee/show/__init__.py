"""What may be shown, before any format: views, films, menus, and the sentences that every title shares."""
