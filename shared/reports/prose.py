"""The Markdown of a reply, read with what a document takes of it: nothing in it becomes a link, a picture or HTML."""

from functools import cache
from typing import Any

from markdown_it import MarkdownIt
from markdown_it.tree import SyntaxTreeNode

NOT_TAKEN = ("link", "image", "autolink", "html_inline", "html_block", "reference", "entity")
"""Rules that would let a text reach outside of its document."""
MARKED = {"strong": "strong", "em": "emphasis", "code_inline": "code"}

MarkdownNode = dict[str, Any]


@cache
def _reader() -> MarkdownIt:
    return MarkdownIt("commonmark", {"html": False}).enable("table").disable(list(NOT_TAKEN))


def as_html(markdown: str) -> str:
    """The text as HTML, its own markup escaped."""
    return str(_reader().render(markdown))


def as_nodes(markdown: str) -> list[MarkdownNode]:
    """The text as a tree of plain values, for a typesetter: paragraphs and headings with `runs`, lists with `items`,
    tables with `rows`, code with `text`."""
    return _nodes(SyntaxTreeNode(_reader().parse(markdown)))


def _nodes(parent: SyntaxTreeNode) -> list[MarkdownNode]:
    return [node for child in parent.children if (node := _node(child)) is not None]


def _node(node: SyntaxTreeNode) -> MarkdownNode | None:
    if node.type in ("paragraph", "heading"):
        return {"kind": node.type, "runs": _runs(node)}
    if node.type in ("bullet_list", "ordered_list"):
        return {"kind": "list", "ordered": node.type == "ordered_list", "items": [_nodes(one) for one in node.children]}
    if node.type == "table":
        rows = [row for part in node.children for row in part.children]
        return {"kind": "table", "rows": [[_runs(cell) for cell in row.children] for row in rows]}
    if node.type in ("fence", "code_block"):
        return {"kind": "code", "text": node.content}
    return {"kind": "quote", "nodes": _nodes(node)} if node.type == "blockquote" else None


def _runs(node: SyntaxTreeNode, marks: tuple[str, ...] = ()) -> list[MarkdownNode]:
    """The text under a node in runs, each with how it is marked."""
    if node.type in ("softbreak", "hardbreak"):
        return [{"text": "\n" if node.type == "hardbreak" else " ", "marks": []}]
    own = (*marks, MARKED[node.type]) if node.type in MARKED else marks
    if node.type in ("text", "code_inline"):
        return [{"text": node.content, "marks": list(own)}]
    return [run for child in node.children for run in _runs(child, own)]
