"""A rulebook as a Jupyter notebook (nbformat 4.5), with the outputs that the tests compared."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

from django.utils.translation import gettext as _

from gamerules.rulebooks import Cell, Rulebook, Section, pieces_of, rulebook_of

__all__ = ["notebook_of", "notebook_text"]


def notebook_of(slug: str, *, wheel: str) -> dict[str, Any]:
    """The notebook as JSON values; ``wheel`` is the address that pip installs the rules from."""
    book = rulebook_of(slug)
    cells = [_prose(_how_to_install(wheel)), *(_cells(book) if book else ())]
    for number, cell in enumerate(cells):
        cell["id"] = f"cell-{number}"
    kernel = {"display_name": "Python 3", "language": "python", "name": "python3"}
    metadata = {"kernelspec": kernel, "language_info": {"name": "python"}}
    return {"cells": cells, "metadata": metadata, "nbformat": 4, "nbformat_minor": 5}


def notebook_text(slug: str, *, wheel: str) -> str:
    """The notebook as it is downloaded."""
    return json.dumps(notebook_of(slug, wheel=wheel), ensure_ascii=False, indent=1) + "\n"


def _how_to_install(wheel: str) -> str:
    told = _("To run this, the rule modules have to be installed, for example from the site it comes from:")
    return f"{told}\n\n```\npip install {wheel}\n```"


def _cells(book: Rulebook) -> Iterator[dict[str, Any]]:
    for section in book.sections:
        first, *rest = [*pieces_of(section)] or [""]
        heading = _heading(section)
        if isinstance(first, str):
            yield _prose(f"{heading}\n\n{first}".strip())
        else:
            yield _prose(heading)
            yield _code(first)
        yield from (_prose(piece) if isinstance(piece, str) else _code(piece) for piece in rest)


def _heading(section: Section) -> str:
    """The heading, with the anchors that links from outside point to."""
    anchors = "".join(f'<a id="{name}"></a>' for name in section.clauses or (section.anchor,))
    return f"{anchors}\n\n{'#' * section.level} {section.title}" if section.level else ""


def _prose(text: str) -> dict[str, Any]:
    return {"cell_type": "markdown", "metadata": {}, "source": text}


def _code(cell: Cell) -> dict[str, Any]:
    printed = (
        [] if cell.expected is None else [{"output_type": "stream", "name": "stdout", "text": cell.expected + "\n"}]
    )
    return {"cell_type": "code", "execution_count": None, "metadata": {}, "outputs": printed, "source": cell.source}
