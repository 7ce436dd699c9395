"""Running a notebook in its own process, and its outputs as HTML that needs nothing from elsewhere."""

from __future__ import annotations

import base64
import re
import tempfile
from html import escape
from pathlib import Path
from typing import Any

__all__ = ["execute", "render", "run_notebook", "source_of"]

FOLDER = Path(__file__).resolve().parent.parent / "reports"
SECONDS = 300  # for one cell
TABLE_TAGS = {
    "a", "b", "br", "caption", "code", "div", "em", "h2", "h3", "h4", "i", "img", "li", "ol", "p", "pre", "small",
    "span", "strong", "table", "tbody", "td", "tfoot", "th", "thead", "tr", "ul",
}  # fmt: skip
TABLE_ATTRIBUTES = {"*": ["class", "scope", "colspan", "rowspan"], "img": ["src", "alt"], "a": ["href"]}


def source_of(name: str) -> Path:
    """The jupytext file of a report."""
    return FOLDER / f"{name}.md"


def run_notebook(name: str, data: str) -> str:
    """The executed notebook as JSON; ``data`` lies beside it as ``data.json``. Raises what the notebook raises."""
    import jupytext
    import nbformat

    notebook = jupytext.read(source_of(name))
    with tempfile.TemporaryDirectory(prefix="scorekeeper-report-") as folder:
        Path(folder, "data.json").write_text(data, encoding="utf-8")
        execute(notebook, Path(folder))
    executed: str = nbformat.writes(notebook)
    return executed


def execute(notebook: Any, folder: Path) -> None:
    """Run a notebook in place, in a process of its own whose working folder this is. Raises CellExecutionError."""
    from jupyter_client.manager import AsyncKernelManager
    from nbclient import NotebookClient

    with tempfile.TemporaryDirectory(prefix="scorekeeper-kernel-") as sockets:
        # Sockets in a private folder instead of TCP ports: nobody else on the machine can listen or speak.
        kernel = AsyncKernelManager(kernel_name="python3", transport="ipc", ip=f"{sockets}/kernel")
        NotebookClient(notebook, km=kernel, timeout=SECONDS, resources={"metadata": {"path": str(folder)}}).execute()


def render(notebook: str) -> str:
    """The notebook's body as HTML: text and outputs, no code; no script, no style, nothing fetched."""
    import nbformat
    from nbconvert import HTMLExporter

    document = nbformat.reads(notebook, as_version=4)
    for cell in document.cells:
        for output in cell.get("outputs", ()):
            if "data" in output:
                output.data = _tame(output.data, cell.source)
    exporter = HTMLExporter(template_name="basic", exclude_input=True, exclude_input_prompt=True,
                            exclude_output_prompt=True, exclude_anchor_links=True)  # fmt: skip
    body: str = exporter.from_notebook_node(document)[0]
    return _clean(body)


def _tame(data: Any, source: str) -> dict[str, str]:
    """One output: a chart as an image that cannot run anything, else a table, else text."""
    if "image/svg+xml" in data:
        source_uri = f"data:image/svg+xml;base64,{base64.b64encode(data['image/svg+xml'].encode()).decode()}"
        return {"text/html": f'<img class="chart" alt="{escape(_caption(source))}" src="{source_uri}">'}
    for kind in ("text/html", "text/markdown"):
        if kind in data:
            return {kind: data[kind]}
    return {"text/plain": data.get("text/plain", "")}


def _caption(source: str) -> str:
    """What a chart shows: the comment its cell begins with."""
    found = re.match(r"#\s*(.+)", source)
    return found[1] if found else ""


def _clean(html: str) -> str:
    import bleach

    without_styles = re.sub(r"<(style|script)\b.*?</\1>", "", html, flags=re.DOTALL | re.IGNORECASE)
    cleaned: str = bleach.clean(
        without_styles, tags=TABLE_TAGS, attributes=TABLE_ATTRIBUTES, protocols={"data", "#"}, strip=True,
        strip_comments=True,
    )  # fmt: skip
    return cleaned
