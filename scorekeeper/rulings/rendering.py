"""Markdown and code as HTML: no raw HTML let through, no inline style, code coloured by class names."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Any

from django.utils.html import escape, format_html
from django.utils.safestring import SafeString, mark_safe
from markdown_it import MarkdownIt
from markdown_it.renderer import RendererHTML
from markdown_it.token import Token
from pygments import highlight
from pygments.formatters import HtmlFormatter
from pygments.lexers import PythonLexer

from gamerules import UnknownGame, load

__all__ = ["code_html", "markdown_html", "title_html"]

_LEXER = PythonLexer()
_FORMATTER = HtmlFormatter(nowrap=True)


class _Renderer(RendererHTML):
    """Markdown's HTML, in which the id of a clause set as code is a link to it."""

    def code_inline(self, tokens: Sequence[Token], index: int, options: Any, env: Any) -> str:
        """Code, linked when it names a clause of the game in ``env``."""
        plain = RendererHTML.code_inline(self, tokens, index, options, env)
        link = clause_link(env.get("game", ""), tokens[index].content)
        return f'<a class="clause" href="{link}">{plain}</a>' if link else plain

    def fence(self, tokens: Sequence[Token], index: int, options: Any, env: Any) -> str:
        """A block that may be wider than the page can be scrolled by keyboard."""
        return f'<pre tabindex="0">{escape(tokens[index].content)}</pre>'

    def table_open(self, tokens: Sequence[Token], index: int, options: Any, env: Any) -> str:
        """Tables look like every table of figures here."""
        return '<table class="figures">'


def clause_link(game: str, name: str) -> str:
    """The page of the clause that a word of the rulebook names (``burnt-batch`` or its full id); "" when none."""
    slug, slash, rest = name.partition("/")
    game, name = (slug, rest) if slash else (game, name)
    try:
        return f"/rules/{game}/{load(game).clause(name).name}"
    except (KeyError, UnknownGame):
        return ""


_MARKDOWN = MarkdownIt("commonmark", {"html": False, "linkify": False}, renderer_cls=_Renderer).enable("table")


def markdown_html(text: str, game: str = "") -> SafeString:
    """Prose as HTML; HTML in it is shown as text."""
    return mark_safe(str(_MARKDOWN.render(text, {"game": game})))  # noqa: S308  its maker escapes


def title_html(text: str, game: str = "") -> SafeString:
    """A heading's words, which may hold code and emphasis."""
    return mark_safe(str(_MARKDOWN.renderInline(text, {"game": game})))  # noqa: S308  its maker escapes


@lru_cache(maxsize=2048)
def code_html(source: str) -> SafeString:
    """Python as HTML with a class on every word that has one."""
    return format_html(
        '<pre class="code" tabindex="0"><code>{}</code></pre>',
        mark_safe(highlight(source, _LEXER, _FORMATTER)),  # noqa: S308  its maker escapes
    )
