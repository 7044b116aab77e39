"""The tutorial notebook run from its first cell to its last; ``python -m tests.tutorial`` stores what it shows."""

from pathlib import Path
from typing import Any

import nbformat
from nbclient import NotebookClient

TUTORIAL = Path(__file__).parent.parent / "paper_checks" / "tutorial.ipynb"
METADATA = {
    "kernelspec": {"display_name": "Python 3", "language": "python", "name": "python3"},
    "language_info": {"name": "python"},
}


def stored() -> Any:
    return nbformat.read(TUTORIAL, as_version=4)


def executed() -> Any:
    """The tutorial with what a fresh kernel shows, and nothing that differs from one machine or run to the next."""
    notebook = stored()
    NotebookClient(
        notebook,
        timeout=120,
        coalesce_streams=True,
        kernel_name="python3",
        resources={"metadata": {"path": TUTORIAL.parent}},
    ).execute()
    notebook.metadata = nbformat.from_dict(METADATA)
    for number, cell in enumerate(notebook.cells, 1):
        cell.id = f"cell-{number:02d}"
        cell.metadata.clear()
    return notebook


if __name__ == "__main__":
    nbformat.write(executed(), TUTORIAL)
