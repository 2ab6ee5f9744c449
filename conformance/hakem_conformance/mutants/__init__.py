"""Rule sets changed in one place, and whether the vectors notice: every setting that acts must be told from its
other values (`others`, `change`, `mutant`, `kill`, `run`); vectors made for those that nothing notices (`aim`,
`source`, `distil`); a suite for a rule set of one's own (`build`)."""
