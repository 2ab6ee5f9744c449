"""`hakem engine`: the reference interpreter over JSON on stdio; and the start of an engine of one's own."""

from __future__ import annotations

import argparse
import shutil
import sys
from pathlib import Path

from hakem.errors import Finding, HakemError
from hakem.suggest import did_you_mean

EPILOG = """The protocol is in spec/protocol.md: one JSON-RPC request a line, one reply a line.

examples:
  hakem test -- hakem engine           the suite against the reference interpreter
  hakem engine < requests > replies    one JSON object a line
  hakem engine new go my-engine        a folder with the start of an engine in Go, and how to test it

languages: cpp, go, java, python, rust, typescript"""

#: Other names of a language.
_ALIASES = {"c++": "cpp", "golang": "go", "py": "python", "rs": "rust", "ts": "typescript", "js": "typescript",
            "javascript": "typescript", "node": "typescript"}  # fmt: skip
#: What is built there and is none of the start.
_BUILT = shutil.ignore_patterns("node_modules", "target", "classes", "__pycache__", "*.o", "*.js", "package-lock.json")


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Nothing: serve. `new LANGUAGE [FOLDER]`: begin an engine."""
    parser.usage = "hakem engine [new LANGUAGE [FOLDER]]"
    parser.epilog = EPILOG
    parser.add_argument("words", nargs="*", metavar="new LANGUAGE [FOLDER]", help="without: serve until the input ends")


def run(args: argparse.Namespace) -> int:
    """Serve until the end of input, or begin an engine."""
    if args.words:
        return _new(args.words)
    from hakem.wire import serve

    serve(sys.stdin.buffer, sys.stdout.buffer)
    return 0


def _new(words: list[str]) -> int:
    from hakem import data

    starters = data.path("conformance/engines/starters")
    known = sorted(each.name for each in starters.iterdir() if (each / "README.md").is_file())
    if words[0] != "new" or not 2 <= len(words) <= 3:
        raise HakemError(Finding("usage", f"`{' '.join(words)}` is nothing that `hakem engine` does",
                                 expected="hakem engine, or hakem engine new LANGUAGE [FOLDER]"))  # fmt: skip
    language = _ALIASES.get(words[1].lower(), words[1].lower())
    if language not in known:
        hint = did_you_mean(language, known) or f"there are {', '.join(known)}"
        raise HakemError(Finding("no_such_language", f"there is no start in `{words[1]}`", hint=hint))
    target = Path(words[2] if len(words) == 3 else "my-engine")
    if target.exists():
        raise HakemError(Finding("folder_exists", "there is such a folder or file already", file=str(target)))
    try:
        shutil.copytree(starters / language, target, ignore=_BUILT)
        shutil.copytree(starters / "vectors", target / "vectors")
        shutil.copy(starters / "plain-tricks.yaml", target)
        readme = target / "README.md"
        told = readme.read_text(encoding="utf-8").replace("../../", "conformance/engines/").replace("../", "")
        readme.write_text(told, encoding="utf-8")
    except OSError as error:
        shutil.rmtree(target, ignore_errors=True)
        text = f"the folder cannot be written: {error.strerror or error}"
        raise HakemError(Finding("not_writable", text, file=str(target))) from None
    print(f"{target}: {', '.join(sorted(each.name for each in target.iterdir()))}")
    print(f"next: cd {target}, and README.md; then hakem doctor -- COMMAND, hakem test -- COMMAND")
    return 0
