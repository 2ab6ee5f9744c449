"""The resolved document: a rule set as nested JSON with every setting in it; and the digest that names its play.

Digest (decision: SHA-256, `sha256:` and 64 hexadecimal digits). Take every leaf of the resolved document by its
dotted path, rows included (`score.made.when`); leave out `spec`, `kind`, `id`, `version`, `title`, `with`, `digest`;
leave out every leaf that equals the default of `vocabulary.yaml` (for a field of a row: the default of that
field). What remains is one JSON object path -> value, written with sorted keys, without spaces, in
ASCII. Dormant leaves count like any other. A new setting with a default therefore changes no old digest.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator, Mapping
from typing import Any

from hakem.rules.ruleset import RuleSet
from hakem.rules.values import defaults, plain, row_defaults
from hakem.vocabulary import vocabulary


def digest(settings: Mapping[str, Any]) -> str:
    """The digest of normalised settings (`RuleSet.settings`)."""
    differing = {path: value for path, value in leaves(settings) if value != _default(path)}
    text = json.dumps(differing, sort_keys=True, separators=(",", ":"), ensure_ascii=True)
    return f"sha256:{hashlib.sha256(text.encode()).hexdigest()}"


def leaves(settings: Mapping[str, Any]) -> Iterator[tuple[str, Any]]:
    """Every leaf as (dotted path, plain JSON value), in the order of the vocabulary; rows by name."""
    words = vocabulary()
    for path in words.scalars:
        if path in settings:
            yield path, plain(settings[path])
    for table in words.tables:
        for name, fields in sorted(settings.get(table, {}).items()):
            for field, value in fields.items():
                yield f"{table}.{name}.{field}", plain(value)


def document(rules: RuleSet) -> dict[str, Any]:
    """The resolved document of a rule set: JSON, accepted by the loader as a rule set of its own."""
    nested: dict[str, Any] = {
        "spec": 1,
        "kind": "rule_set",
        "id": rules.id,
        "version": rules.version,
        "title": rules.title,
        "with": list(rules.overlays),
        "digest": rules.digest,
    }
    for path, value in leaves(rules.settings):
        *parents, name = path.split(".")
        section = nested
        for parent in parents:
            section = section.setdefault(parent, {})
        section[name] = value
    for table in vocabulary().tables:
        nested.setdefault(table, {})
    return nested


def _default(path: str) -> Any:
    setting = vocabulary().setting(path)
    if setting is None or not setting.table:
        return plain(defaults().get(path))
    return plain(row_defaults(setting.table).get(path.rpartition(".")[2]))
