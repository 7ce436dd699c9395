"""Checks every template: it compiles, and holds nothing that the content security policy forbids.

`python -m tests.templates` prints each fault as file:line.
"""

import os
import re
import sys
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
FORBIDDEN = {
    "an inline script": r"<script(?![^>]*\bsrc=)(?![^>]*type=[\"']application/(?:ld\+)?json)",
    "an inline event handler": r"<[^>]*\son[a-z]+=[\"']",
    "an htmx expression, which is evaluated": r"hx-on[:-]|hx-vals=[\"']js:|javascript:",
    "an inline style": r"<style\b|\sstyle=[\"']",
    "something from another site": r"<(?:script|link|img|iframe)[^>]*(?:src|href)=[\"'](?:https?:)?//",
}


def templates() -> list[Path]:
    """The product's own templates."""
    folders = [ROOT / "templates", *(ROOT / "scorekeeper").glob("*/templates")]
    return sorted(path for folder in folders for path in folder.rglob("*") if path.suffix in (".html", ".txt", ".svg"))


def faults_of(path: Path) -> Iterator[str]:
    """What is wrong with one template, as file:line: reason."""
    from django.template import TemplateSyntaxError, engines

    text = path.read_text(encoding="utf-8")
    name = path.relative_to(ROOT)
    try:
        engines["django"].from_string(text)
    except TemplateSyntaxError as error:
        token = getattr(error, "token", None)
        yield f"{name}:{token.lineno if token else 1}: {error}"
    for reason, pattern in FORBIDDEN.items():
        for match in re.finditer(pattern, text, re.IGNORECASE):
            yield f"{name}:{text.count(chr(10), 0, match.start()) + 1}: {reason}"


def main() -> int:
    """1 when any template has a fault."""
    import django

    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tests.settings")
    django.setup()
    found = [fault for path in templates() for fault in faults_of(path)]
    print(*found, f"{len(templates())} templates, {len(found)} faults", sep="\n")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
