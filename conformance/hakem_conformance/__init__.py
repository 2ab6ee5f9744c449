"""The conformance harness: it asks an engine, in any language, to play the vectors, and judges the answers."""
