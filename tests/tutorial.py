"""The notebooks of ``paper_checks`` run from first to last cell; ``python -m tests.tutorial`` stores what they show.

With names, such as ``uncertain_costs``, these only.
"""

import sys
from pathlib import Path
from typing import Any

import nbformat
from nbclient import NotebookClient

FOLDER = Path(__file__).parent.parent / "paper_checks"
NOTEBOOKS = {path.stem: path for path in sorted(FOLDER.glob("*.ipynb"))}
METADATA = {
    "kernelspec": {"display_name": "Python 3", "language": "python", "name": "python3"},
    "language_info": {"name": "python"},
}


def stored(name: str) -> Any:
    return nbformat.read(NOTEBOOKS[name], as_version=4)


def executed(name: str) -> Any:
    """A notebook with what a fresh kernel shows, and nothing that differs from one machine or run to the next."""
    notebook = stored(name)
    NotebookClient(
        notebook,
        timeout=120,
        coalesce_streams=True,
        kernel_name="python3",
        resources={"metadata": {"path": FOLDER}},
    ).execute()
    notebook.metadata = nbformat.from_dict(METADATA)
    for number, cell in enumerate(notebook.cells, 1):
        cell.id = f"cell-{number:02d}"
        cell.metadata.clear()
    return notebook


if __name__ == "__main__":
    for name in sys.argv[1:] or NOTEBOOKS:
        nbformat.write(executed(name), NOTEBOOKS[name])
