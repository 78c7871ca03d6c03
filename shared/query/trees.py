"""sqlglot's syntax trees, imported when the first of them is made.

Whoever chooses among analyses, or plans one, writes no SQL: `turn` starts without sqlglot, which with its dialect is a
fifth of what it takes. Annotations that name a tree are therefore not evaluated, and no module makes one as it loads.
"""

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from sqlglot import exp
else:

    class _Trees:
        """The module `sqlglot.expressions`, by its names."""

        def __getattr__(self, name: str) -> Any:
            from sqlglot import exp as trees

            found = getattr(trees, name)
            setattr(self, name, found)
            return found

    exp = _Trees()

__all__ = ["exp"]
