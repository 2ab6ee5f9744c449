"""Which rule set each overlay is tried on; those not named here are meant for `twenty-nine`."""

from __future__ import annotations

_MEANT_FOR = {
    "court-piece": """
        beaten-hakem-two clockwise declared-target double-hakem drawn-card ends-at-seven hakem-dealt-first
        keep-on-win kot-pees no-trump-choice no-trump-deal office-goes-back own-card-or-sixth packets-5332
        packets-5422 preview-7 preview-9 redeal-below-ten redeal-no-honour streak-bonus sweep-one sweep-three
        target-5 target-9 trump-challenge
    """,
    "court-piece/double-sir": """
        blocked-pickups hidden-rung pairs-by-side pickup-from-3 pickup-from-5 pickup-keeps-run
    """,
    "hokm": """
        hakem-may-throw-in lost-office-goes-back
    """,
    "hokm/two-players": """
        without-draw
    """,
    "twenty-eight": """
        alone-three-four alone-with-partner brackets-19-23-27 brackets-19-24 brackets-20 concession
        lead-never-hidden named-trump no-redeal no-target pair pair-above-18 pass-may-return play-the-marker
        raise-23 raise-24 target-10 target-15 trick-activation
    """,
    "twenty-eight/three-players": """
        overcall-22
    """,
    "twenty-nine/italian": """
        bids-to-29 defenders-score-nothing floor-6 lowest-bid-15 must-ask
    """,
    "twenty-nine/nepal": """
        unrevealed-void
    """,
}


def base_of(overlay: str) -> str:
    """The rule set on which a shipped overlay (`overlay/may-ask`) is tried."""
    name = overlay.removeprefix("overlay/")
    return next((base for base, names in _MEANT_FOR.items() if name in names.split()), "twenty-nine")
