"""Collect what can be translated and compile what has been: ``python -m tests.translations extract|compile``.

Babel does both, so no GNU gettext has to be installed. Words come from three places: gettext calls in Python,
the tags of templates, and the sentences of rule modules, which are looked up when they are shown.
"""

from __future__ import annotations

import ast
import io
import re
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import NamedTuple

from babel.messages.catalog import Catalog
from babel.messages.extract import extract
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po, write_po
from django.utils.translation.template import templatize

from gamerules.games import games, load

ROOT = Path(__file__).resolve().parent.parent
LOCALE = ROOT / "locale"
LANGUAGES = ("de",)
PYTHON = ("api", "scorekeeper", "gamerules")
# How gettext is called here, and which arguments are the message (with its plural) and its context.
KEYWORDS: dict[str, tuple[tuple[int, ...], int | None]] = {
    "_": ((0,), None), "gettext": ((0,), None), "gettext_lazy": ((0,), None), "gettext_noop": ((0,), None),
    "ngettext": ((0, 1), None), "ngettext_lazy": ((0, 1), None), "pgettext": ((1,), 0), "pgettext_lazy": ((1,), 0),
    "npgettext": ((1, 2), 0), "npgettext_lazy": ((1, 2), 0),
}  # fmt: skip
# Which argument of a call in a rule module is a sentence: of a finding, a clause or an option.
SENTENCE = {
    "broken": 1, "warns": 1, "rests_on_card": 1, "cannot_tell": 1, "malformed": 1, "says": 0,
    "enforced": 1, "informative": 1, "option": 1,
}  # fmt: skip
PLACEHOLDER = re.compile(r" .*\{\w+\}|\{\w+\}.* ")
WITHOUT_SENTENCES = {"asking", "commands", "testing", "lexicon.py", "asked.py", "__main__.py"}


class Found(NamedTuple):
    """A message as Babel holds it, and the file that shows it."""

    msgid: str | tuple[str, ...]
    context: str | None
    path: str


def messages() -> Iterator[Found]:
    """Everything that can be translated, in the order of the files."""
    for path in sorted((ROOT / "templates").rglob("*.html")):
        for msgid, context in of_template(path.read_text(encoding="utf-8")):
            yield Found(msgid, context, str(path.relative_to(ROOT)))
    for path in [path for folder in PYTHON for path in sorted((ROOT / folder).rglob("*.py"))]:
        tree, name = ast.parse(path.read_text(encoding="utf-8")), str(path.relative_to(ROOT))
        yield from (Found(msgid, context, name) for msgid, context in calls(tree))
        if path.is_relative_to(ROOT / "gamerules") and not WITHOUT_SENTENCES & set(path.parts):
            yield from (Found(text, None, name) for text in sentences(tree))
    for slug in games():
        path = f"gamerules/{slug.replace('-', '_')}/components.py"
        yield from (Found(word, None, path) for word in option_words(slug))


def of_template(source: str) -> Iterator[tuple[str | tuple[str, ...], str | None]]:
    """The messages of a template, with their contexts.

    Django turns its tags into Python calls and everything else into X; brackets keep the indentation from mattering.
    """
    python = f"(\n{templatize(source)}\n)".encode()
    keywords = {"_": None, "gettext": None, "ngettext": (1, 2)}
    keywords |= {"pgettext": ((1, "c"), 2), "npgettext": ((1, "c"), 2, 3)}
    for _line, msgid, _comments, context in extract("python", io.BytesIO(python), keywords):
        yield msgid, context


def calls(tree: ast.Module) -> Iterator[tuple[str | tuple[str, ...], str | None]]:
    """The messages of a module's gettext calls, also of those inside f-strings, with their contexts."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in KEYWORDS:
            places, about = KEYWORDS[node.func.id]
            words = [getattr(argument, "value", None) for argument in node.args]
            texts_here = tuple(words[place] for place in places if place < len(words))
            if texts_here and all(isinstance(text, str) for text in texts_here):
                yield texts_here if len(places) > 1 else texts_here[0], None if about is None else words[about]


def option_words(slug: str) -> Iterator[str]:
    """The names and values of a game's options, as forms write them out."""
    for name, schema in load(slug).options.model_json_schema()["properties"].items():
        yield name.replace("_", " ").capitalize()
        for value in [*schema.get("enum", ()), *schema.get("propertyNames", {}).get("enum", ())]:
            if isinstance(value, str):
                yield value.replace("-", " ")


def sentences(tree: ast.Module) -> Iterator[str]:
    """The sentences of a rule module: of its findings, clauses and options.

    They stand in the call that makes them, are called ``template`` before it (or where a function takes
    them), or come second in a pair, after their clause or field.
    """
    takers = SENTENCE | _takers(tree)
    for node in ast.walk(tree):
        for value in _places(node, takers):
            yield from _written(value)


def _takers(tree: ast.Module) -> dict[str, int]:
    """The module's own functions that are given a sentence, and as which argument."""
    functions = [node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef)]
    named = {function.name: [argument.arg for argument in function.args.args] for function in functions}
    bound = {name: [argument for argument in names if argument != "self"] for name, names in named.items()}
    return {name: names.index("template") for name, names in bound.items() if "template" in names}


def _places(node: ast.AST, takers: dict[str, int]) -> Iterator[ast.expr]:
    """Where a piece of code holds sentences."""
    if isinstance(node, ast.Call):
        name = node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")
        if name in takers:
            yield from node.args[takers[name] : takers[name] + 1]
        else:  # a name for one of them, such as ``make = clause.broken if … else clause.warns``
            yield from (argument for argument in node.args if PLACEHOLDER.search(_text(argument)))
    elif isinstance(node, ast.Assign) and any(getattr(target, "id", "") == "template" for target in node.targets):
        yield node.value
    elif isinstance(node, ast.Tuple) and len(node.elts) == 2 and " " in _text(node.elts[1]):
        yield node.elts[1]


def _text(node: ast.expr) -> str:
    return node.value if isinstance(node, ast.Constant) and isinstance(node.value, str) else ""


def _written(value: ast.expr) -> Iterator[str]:
    """The texts that an expression may stand for: written out, or chosen by a condition."""
    if isinstance(value, ast.Constant) and isinstance(value.value, str):
        yield value.value
    elif isinstance(value, ast.IfExp):
        yield from _written(value.body)
        yield from _written(value.orelse)


def catalog_of(language: str) -> Catalog:
    """The catalogue as its .po file holds it."""
    with po_of(language).open("rb") as file:
        return read_po(file, locale=language, domain="django")


def po_of(language: str) -> Path:
    """Where the translations into a language are written."""
    return LOCALE / language / "LC_MESSAGES" / "django.po"


def template() -> Catalog:
    """Everything that can be translated, untranslated."""
    catalog = Catalog(domain="django", project="Scorekeeper")
    for found in messages():
        catalog.add(found.msgid, locations=[(found.path, None)], context=found.context)
    return catalog


def compiled(catalog: Catalog) -> bytes:
    """What Django reads."""
    file = io.BytesIO()
    write_mo(file, catalog)
    return file.getvalue()


def extract_all() -> None:
    """Bring the .po files up to date; nothing is guessed from similar sentences."""
    everything = template()
    for language in LANGUAGES:
        path = po_of(language)
        path.parent.mkdir(parents=True, exist_ok=True)
        catalog = catalog_of(language) if path.exists() else Catalog(language, domain="django", project="Scorekeeper")
        catalog.update(everything, no_fuzzy_matching=True, update_creation_date=False)
        catalog.obsolete.clear()
        with path.open("wb") as file:
            write_po(file, catalog, width=120, include_lineno=False, sort_by_file=True)
        missing = [message.id for message in catalog if message.id and not any(texts(message.string))]
        print(f"{path.relative_to(ROOT)}: {len(catalog)} messages, {len(missing)} without translation")


def compile_all() -> None:
    """Write the .mo files, which Django reads."""
    for language in LANGUAGES:
        path = po_of(language)
        path.with_suffix(".mo").write_bytes(compiled(catalog_of(language)))
        print(path.with_suffix(".mo").relative_to(ROOT))


def texts(text: str | Iterable[str] | None) -> tuple[str, ...]:
    """One message, or each of its plural forms; nothing where there is none."""
    return (text,) if isinstance(text, str) else tuple(text or ())


def main() -> int:
    """Do what the command line asks for."""
    act = {"extract": extract_all, "compile": compile_all}.get(" ".join(sys.argv[1:]))
    if act is None:
        print("usage: python -m tests.translations extract|compile", file=sys.stderr)
        return 2
    act()
    return 0


if __name__ == "__main__":
    sys.exit(main())
