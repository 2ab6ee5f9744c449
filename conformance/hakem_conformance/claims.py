"""What an engine said about itself in `hello`. Only what is claimed is asked for."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Any

#: Profile -> the methods that it takes (protocol.md section 4). Each is a badge of its own.
PROFILES: Mapping[str, tuple[str, ...]] = {
    "core": ("replay",),
    "legality": ("legal", "probe"),
    "views": ("view",),
    "counts": ("perft",),
    "notation": ("parse", "format"),
    "rules": ("define",),
}


@dataclass(frozen=True, slots=True)
class Claims:
    """The claims of one engine. `rules`: id and major version (or `*`) -> overlays it can switch on (or `*`).

    `judged`: the methods whose answers count in this run; all of them if there are none.
    """

    name: str
    version: str
    language: str
    rules: Mapping[str, frozenset[str]]
    methods: frozenset[str]
    features: frozenset[str]
    judged: frozenset[str] = frozenset()

    @classmethod
    def of(cls, hello: Mapping[str, Any]) -> Claims:
        """The claims in a checked `hello` result."""
        rules: dict[str, frozenset[str]] = {}
        for claim in hello["rules"]:
            name, overlays = (claim, ["*"]) if claim == "*" else (claim["id"], claim.get("with", []))
            rules[major(name)] = rules.get(major(name), frozenset()) | frozenset(overlays)
        engine = hello["engine"]
        return cls(
            engine["name"], engine.get("version", ""), engine.get("language", ""),
            rules, frozenset(hello["methods"]), frozenset(hello["features"]),
        )  # fmt: skip

    def plays(self, rules: str, overlays: Iterable[str]) -> bool:
        """Whether it plays this rule set with these overlays."""
        named = [self.rules[name] for name in ("*", major(rules), rules.partition("@")[0]) if name in self.rules]
        return any("*" in known or known.issuperset(overlays) for known in named)

    def profiles(self) -> dict[str, bool]:
        """Each profile, and whether all its methods are claimed."""
        return {name: self.methods.issuperset(methods) for name, methods in PROFILES.items()}

    def narrowed(self, profiles: Iterable[str]) -> Claims:
        """The claims as far as these profiles go; `replay`, on which all else stands, is asked but not judged."""
        wanted = frozenset(method for name in profiles for method in PROFILES[name])
        return replace(self, methods=self.methods & (wanted | {"replay", "define"}), judged=wanted)

    def can(self, vector_needs: Iterable[str]) -> bool:
        """Whether it claims these features and methods."""
        return (self.methods | self.features).issuperset(vector_needs)

    def describe(self) -> str:
        """Name, version and language on one line."""
        text = " ".join(part for part in (self.name, self.version) if part)
        return f"{text} ({self.language})" if self.language else text


def major(rules: str) -> str:
    """`twenty-nine@1.0.0` as `twenty-nine@1`."""
    name, at, version = rules.partition("@")
    return f"{name}{at}{version.partition('.')[0]}"
