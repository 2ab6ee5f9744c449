"""Hakem: rules, records and conformance for trick-taking games with a secret trump."""

from hakem.version import __version__

__all__ = ["__version__"]
