"""Two evaluators, written apart from each other, must give the same answer to every question.

Deals are drawn at random and towards what seldom happens (`stacks`, `policy`, `draw`), answered by both sides
(`answer`, `worker.mjs`) and compared by one hash each; a disagreement is made small and told (`shrink`, `tell`).
"""

from hakem import data
from hakem_conformance.agree.differ import differences

__all__ = ["EVALUATOR", "differences"]

#: The command that starts the evaluator as an engine.
EVALUATOR = ("node", str(data.path("conformance/evaluator/main.js")))
