"""The package as users see it: README, documents, stubs and types."""

import ast
import doctest
import inspect
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import outflank
import outflank.batch
import outflank.gametree
import pytest

HERE = Path(__file__).parent
README = HERE.parent / "README.md"


def examples(page: Path) -> list[str]:
    return re.findall(r"```python\n(.*?)```", page.read_text(encoding="utf-8"), re.DOTALL)


def test_the_examples_of_the_readme_run() -> None:
    found = examples(README)
    assert len(found) == 4 and len(found[0].strip().splitlines()) <= 10
    bot = subprocess.run([sys.executable, "-c", found[0]], capture_output=True, text=True)
    assert bot.returncode == 0, bot.stderr
    transcript, score = bot.stdout.split()
    game = outflank.Game(transcript)
    assert game.is_over and game.black_score == int(score)
    for example in found[1:]:
        exec(compile(example, str(README), "exec"), {})


def test_the_examples_of_the_documents_run() -> None:
    found = examples(HERE.parents[2] / "docs/how-to/use-from-python.md")
    assert len(found) == 3
    for example in found:
        exec(compile(example, "use-from-python.md", "exec"), {})


def test_the_example_of_the_package_runs() -> None:
    assert doctest.testmod(outflank).attempted > 0
    assert doctest.testmod(outflank).failed == 0
    assert doctest.testmod(outflank.gametree).failed == 0


def stub_members() -> Iterator[tuple[str, object, ast.AST]]:
    """The name, the object and the stub of everything public in the extension module."""
    from outflank import _native

    stub = (HERE.parent / "python/outflank/_native.pyi").read_text(encoding="utf-8")
    for node in ast.parse(stub).body:
        if isinstance(node, (ast.ClassDef, ast.FunctionDef)):
            yield node.name, getattr(_native, node.name), node
        if isinstance(node, ast.ClassDef):
            for method in node.body:
                if isinstance(method, ast.FunctionDef) and not method.name.startswith("_"):
                    owner = getattr(_native, node.name)
                    yield f"{node.name}.{method.name}", getattr(owner, method.name), method


def test_the_stubs_match_the_module() -> None:
    from outflank import _native

    present = {name for name in vars(_native) if not name.startswith("_")}
    for name in set(present) - {"IllegalMoveError"}:
        member = getattr(_native, name)
        if isinstance(member, type):
            present |= {f"{name}.{key}" for key in vars(member) if not key.startswith("_")}
    assert {name for name, _, _ in stub_members()} == present


def test_help_shows_the_documentation_of_the_stubs() -> None:
    for name, member, node in stub_members():
        assert isinstance(node, (ast.ClassDef, ast.FunctionDef))
        assert inspect.getdoc(member) == ast.get_docstring(node), name


def test_numpy_is_imported_on_first_use_only() -> None:
    code = "import sys, outflank; assert 'numpy' not in sys.modules and 'pyarrow' not in sys.modules"
    subprocess.run([sys.executable, "-c", code], check=True)


@pytest.mark.parametrize("checker", [["mypy"], ["pyright", "--pythonpath", sys.executable]])
def test_type_checkers_accept_the_package(checker: list[str]) -> None:
    folders = [HERE, HERE.parent / "python/outflank"]
    files = [file for folder in folders for file in sorted(folder.glob("*.py*"))]
    # Pyright needs Ray itself, which is installed by `make ray` only.
    checked = [file for file in files if checker == ["mypy"] or "ray" not in file.stem]
    run = subprocess.run(
        [sys.executable, "-m", *checker, *map(str, checked)],
        capture_output=True,
        text=True,
        cwd=HERE.parent,
    )
    assert run.returncode == 0, run.stdout + run.stderr
