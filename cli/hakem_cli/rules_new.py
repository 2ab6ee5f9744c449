"""`hakem rules new`: begin a house rule."""

from __future__ import annotations

import argparse
from pathlib import Path

from hakem import data, rules
from hakem.errors import Finding, HakemError
from hakem.rules import library
from hakem.rules.new import SCHEMA, name_of, skeleton
from hakem_cli.output import paint


def new(args: argparse.Namespace) -> int:
    """Write the file, if nothing is there, and say what to do with it."""
    file: Path = args.file if args.file.suffix else args.file.with_suffix(".yaml")
    text = skeleton(_name(file), rules.load(_parent(args.parent), args.overlays), args.overlays, data.path(SCHEMA))
    try:
        with file.open("x", encoding="utf-8") as stream:
            stream.write(text)
    except FileExistsError:
        raise HakemError(Finding("file_exists", "it is there already and is left as it is", str(file),
                                 hint="choose another name, or remove it first")) from None  # fmt: skip
    except OSError as error:
        raise HakemError(Finding("no_file", f"cannot write it: {error.strerror or error}", str(file))) from None
    print(f"{paint('wrote', 'green')} {file}")
    print(f"next: change it, then  hakem rules check {file}")
    return 0


def _name(file: Path) -> str:
    if file.suffix not in library.SUFFIXES[:2]:
        raise HakemError(Finding("bad_name", f"no rule set stands in a file that ends in `{file.suffix}`", str(file),
                                 expected="a name that ends in .yaml, or in nothing"))  # fmt: skip
    name = name_of(file)
    if not name:
        raise HakemError(Finding("bad_name", "this name gives no id", str(file),
                                 expected="letters, digits and hyphens"))  # fmt: skip
    if library.is_shipped(name):
        raise HakemError(Finding("id_taken", f"`{name}` is the id of a shipped document", str(file),
                                 hint="choose another name"))  # fmt: skip
    return name


def _parent(name: str) -> str:
    if library.is_file(name):
        raise HakemError(Finding("not_shipped", f"`{name}` is a file, and what comes with Hakem is built on", name,
                                 hint="`hakem rules list` names the rule sets"))  # fmt: skip
    return name
