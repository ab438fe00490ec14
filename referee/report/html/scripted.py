"""What a page with a script needs: the policy that lets this script run and no other, and data that stay data."""

import base64
import hashlib
import json

from markupsafe import Markup


def policy_digest(text: str) -> str:
    """What the content policy calls the one script, or the one style sheet, that is allowed."""
    return "sha256-" + base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()


written = json.JSONEncoder(separators=(",", ":"), check_circular=False).encode


def embedded_json(facts: object) -> Markup:
    """Plain data for a `<script type="application/json">`: nothing in them can end it or begin another.

    ASCII, so that no reader of the file can take a letter for another one.
    """
    return Markup(written(facts).replace("<", "\\u003c").replace(">", "\\u003e").replace("&", "\\u0026"))
