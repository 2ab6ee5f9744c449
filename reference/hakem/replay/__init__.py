"""Replay: records played under their rule sets, everything they claim checked, whole matches in order."""

from __future__ import annotations

from hakem.replay.match import Replayed, replay

__all__ = ["Replayed", "replay"]
