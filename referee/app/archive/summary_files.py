"""Summaries of games in the files of an archive."""

from collections.abc import Mapping
from typing import Any

from referee.app.archive.game_summary import Sitter, Summary

SummaryFields = Mapping[str, Any]
"""A summary as plain data, for the manifest: its fields, and those of each sitter."""


def summary_fields(each: Summary) -> SummaryFields:
    """For a file; `revived` reads it back."""
    return {**each._asdict(), "sitters": [sitter._asdict() for sitter in each.sitters], "winners": list(each.winners)}


def summary_of_fields(fields: SummaryFields) -> Summary:
    sitters = tuple([Sitter(**each) for each in fields["sitters"]])
    return Summary(**{**fields, "sitters": sitters, "winners": tuple(fields["winners"])})
