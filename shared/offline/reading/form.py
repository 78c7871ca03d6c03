"""The file that a question names, left out of it."""

import re


def without_file(question: str, file_name: str) -> str:
    """The question without "in the orders.csv file", where that is the file it is asked of."""
    name = file_name.rsplit("/", 1)[-1]
    bare, quote = re.escape(name.rsplit(".", 1)[0]), r"[\"'“”‘’`]?"
    called = (
        rf"{quote}(?:{re.escape(name)}{quote}(?: (?:file|dataset|data|table))?|{bare}{quote} (?:file|dataset|table))"
    )
    return re.sub(rf",? (?:in|from|of|using) (?:the )?{called}", "", question, flags=re.IGNORECASE)
