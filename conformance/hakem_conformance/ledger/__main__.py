"""`python -m hakem_conformance.ledger`: bring the ledgers up to date and put them into their one form."""

from __future__ import annotations

from hakem import data
from hakem_conformance.ledger import DISPUTES, SEEDS
from hakem_conformance.ledger.form import Writer

for ledger in (SEEDS, DISPUTES):
    text = Writer(ledger).text(find=True)
    data.path(ledger).write_text(text, encoding="utf-8")
