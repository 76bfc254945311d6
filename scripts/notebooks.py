#!/usr/bin/env python3
"""Runs the notebooks of the documents.

    scripts/notebooks.py [--check] [NOTEBOOK.ipynb...]

Without --check, stores the outputs in the notebooks and writes each notebook as a Markdown page beside
it. With --check, writes nothing, and fails if a cell raises an exception, if an output has changed, or
if a page is out of date. Numbers and squares may change with the network; in a cell tagged
`varies`, only the number of lines must stay the same. Needs the Python package `outflank`, and the
program `outflank` on the PATH.
"""

import ast
import contextlib
import io
import json
import re
import sys
import tempfile
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[1]
FOLDER = ROOT / "docs/notebooks"


def run(source: str, names: dict[str, Any]) -> str:
    """Runs a cell and returns what it prints, and the value of its last expression, as IPython does."""
    tree = ast.parse(source)
    last = tree.body.pop() if tree.body and isinstance(tree.body[-1], ast.Expr) else None
    with contextlib.redirect_stdout(io.StringIO()) as output:
        exec(compile(tree, "<cell>", "exec"), names)
        if isinstance(last, ast.Expr):
            value = eval(compile(ast.Expression(last.value), "<cell>", "eval"), names)
            if value is not None:
                print(repr(value))
    return output.getvalue()


def form(text: str, varies: bool) -> str | int:
    """Returns the part of an output that must not change."""
    if varies:
        return text.count("\n")
    text = re.sub(r"\b([a-h][1-8])+\b", "MOVES", text)
    text = re.sub(r"[-+]?\d+(\.\d+)?", "#", text)
    return re.sub(r"[ \t]+", " ", text).strip()


def page(notebook: dict[str, Any], name: str) -> str:
    """Returns the notebook as Markdown."""
    parts = []
    for cell in notebook["cells"]:
        source = "".join(cell["source"])
        if cell["cell_type"] == "markdown":
            parts.append(source)
            continue
        parts.append(f"```python\n{source}\n```")
        printed = "".join("".join(output["text"]) for output in cell["outputs"])
        if printed:
            parts.append(f"```text\n{printed.rstrip()}\n```")
    head = f"[{name}.ipynb]({name}.ipynb) is this page as a notebook."
    return "\n\n".join([parts[0], head, *parts[1:]]) + "\n"


def main() -> None:
    arguments = sys.argv[1:]
    check = "--check" in arguments
    chosen = [Path(argument) for argument in arguments if argument != "--check"]
    faults = []
    for path in chosen or sorted(FOLDER.glob("*.ipynb")):
        notebook = json.loads(path.read_text(encoding="utf-8"))
        names: dict[str, Any] = {"__name__": "__main__", "ROOT": ROOT}
        with tempfile.TemporaryDirectory() as folder, contextlib.chdir(folder):
            for number, cell in enumerate(notebook["cells"], 1):
                if cell["cell_type"] != "code":
                    continue
                stored = "".join("".join(output["text"]) for output in cell["outputs"])
                printed = run("".join(cell["source"]), names)
                varies = "varies" in cell["metadata"].get("tags", [])
                if check and form(printed, varies) != form(stored, varies):
                    faults.append(f"{path.name}: cell {number} prints\n{printed}instead of\n{stored}")
                lines = printed.splitlines(keepends=True)
                output = {"name": "stdout", "output_type": "stream", "text": lines}
                if not check:
                    cell["outputs"] = [output] if lines else []
        markdown = path.with_suffix(".md")
        if check:
            if markdown.read_text(encoding="utf-8") != page(notebook, path.stem):
                faults.append(f"{markdown.name} does not match {path.name}: run scripts/notebooks.py")
        else:
            path.write_text(json.dumps(notebook, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")
            markdown.write_text(page(notebook, path.stem), encoding="utf-8")
    if faults:
        sys.exit("\n".join(f"error: {fault}" for fault in faults))


main()
