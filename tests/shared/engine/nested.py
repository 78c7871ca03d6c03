"""Statements without end: each repeats a piece of SQL that a parser reads by calling itself, or tries in two ways.

Run as a program it says, in a line of JSON for each, what became of it: every one is read in a process of its own, in
a thread with the least stack that a thread anywhere here may have, and by all that reads a model's SQL.
"""

import json
import os
import resource
import signal
import sys
import threading
import time
from collections.abc import Iterator

LEAST_STACK = 1 << 20
MOST_SECONDS = 20

PIECES: dict[str, tuple[str, str, str, str]] = {
    "parentheses": ("SELECT ", "(", "1", ")"),
    "parentheses never closed": ("SELECT ", "(", "", ""),
    "parentheses around the query": ("", "(", "SELECT 1", ")"),
    "lists": ("SELECT ", "[", "1", "]"),
    "lists never closed": ("SELECT ", "[", "", ""),
    "structures": ("SELECT ", "{'a': ", "1", "}"),
    "tuples": ("SELECT ", "(1, ", "1", ")"),
    "rows": ("SELECT ", "ROW(", "1", ")"),
    "functions": ("SELECT ", "abs(", "a", ")"),
    "unknown functions": ("SELECT ", "nothing(", "a", ")"),
    "functions that are types": ("SELECT ", "DATE(", "a", ")"),
    "functions that copy": ("SELECT ", "sort_array(a, ", "a", ", a)"),
    "casts": ("SELECT ", "CAST(", "a", " AS INT)"),
    "casts one after another": ("SELECT a", "::INT", "", ""),
    "types within types": ("SELECT a::", "STRUCT<a ", "INT", ">"),
    "lists of lists": ("SELECT a::INT", "[]", "", ""),
    "arrays of arrays": ("SELECT a::INT", " ARRAY", "", ""),
    "types in front": ("SELECT ", "DATE ", "'2024-01-01'", ""),
    "intervals": ("SELECT ", "INTERVAL ", "'1' day", ""),
    "NOT": ("SELECT ", "NOT ", "TRUE", ""),
    "IS NOT": ("SELECT a IS ", "NOT ", "NULL", ""),
    "NOTNULL": ("SELECT a", " NOTNULL", "", ""),
    "minus": ("SELECT ", "- ", "1", ""),
    "minus and not": ("SELECT ", "- ~ ", "1", ""),
    "at": ("SELECT ", "@ ", "1", ""),
    "CASE": ("SELECT ", "CASE WHEN ", "TRUE", " THEN 1 END"),
    "CASE never ended": ("SELECT ", "CASE WHEN ", "", ""),
    "CASE of CASE": ("SELECT ", "CASE ", "1", ""),
    "THEN CASE": ("SELECT ", "CASE WHEN a THEN ", "1", " END"),
    "ELSE CASE": ("SELECT ", "CASE WHEN a THEN 1 ELSE ", "1", " END"),
    "IF": ("SELECT ", "IF ", "1", ""),
    "IF with THEN": ("SELECT ", "IF 1 THEN ", "1", " END"),
    "IF with a structure": ("SELECT ", "IF {'a': ", "1", "}"),
    "sums": ("SELECT a", " + a", "", ""),
    "powers": ("SELECT a", " ** a", "", ""),
    "text put together": ("SELECT a", " || a", "", ""),
    "AND": ("SELECT 1 FROM a WHERE a", " AND a", "", ""),
    "OR": ("SELECT 1 FROM a WHERE a", " OR a", "", ""),
    "comparisons": ("SELECT a", " < a", "", ""),
    "BETWEEN": ("SELECT ", "a BETWEEN ", "1", " AND 1"),
    "LIKE": ("SELECT a", " NOT LIKE a", "", ""),
    "IN": ("SELECT ", "a IN (", "1", ")"),
    "IN a field": ("SELECT ", "a IN ", "a", ""),
    "ANY": ("SELECT a = ", "ANY ", "(SELECT 1)", ""),
    "arrows": ("SELECT a", "->'b'", "", ""),
    "lambdas": ("SELECT ", "x -> ", "1", ""),
    "lambdas by word": ("SELECT ", "lambda x: ", "1", ""),
    "lambdas in functions": ("SELECT ", "list_transform(a, x -> ", "1", ")"),
    "dots": ("SELECT a", ".a", "", ""),
    "paths into JSON": ("SELECT a->'$", ".b", "'", ""),
    "filters in JSON": ("SELECT a->'$", "[?(", "'", ""),
    "aliases": ("SELECT a", " COLLATE b", "", ""),
    "subqueries": ("", "SELECT * FROM (", "SELECT 1", ")"),
    "subqueries in a column": ("", "SELECT (", "SELECT 1", ")"),
    "EXISTS": ("", "SELECT EXISTS (", "SELECT 1", ")"),
    "WITH in WITH": ("", "WITH a AS (", "SELECT 1", ") SELECT 1"),
    "UNION": ("SELECT 1", " UNION ALL SELECT 1", "", ""),
    "UNION in brackets": ("", "SELECT 1 UNION (", "SELECT 1", ")"),
    "windows": ("SELECT ", "sum(a) OVER (PARTITION BY ", "a", ")"),
    "joins": ("SELECT 1 FROM a", " JOIN a ON a", "", ""),
    "joins without a condition": ("SELECT 1 FROM a", " JOIN a", "", ""),
    "joins with the conditions last": ("SELECT 1 FROM a", " JOIN a", "", " ON a"),
    "joins in brackets": ("SELECT 1 FROM ", "(a JOIN ", "a", " ON a)"),
    "joins that hide a condition": ("SELECT 1 FROM a", " JOIN (SELECT DISTINCT ON (a) a FROM a)", "", ""),
    "joins in functions": ("SELECT 1 FROM ", "a JOIN min(", "a", ")"),
    "LATERAL": ("SELECT 1 FROM a", ", LATERAL (SELECT 1", "", ")"),
    "FROM": ("", "FROM ", "a", ""),
    "FROM first": ("", "FROM a SELECT ", "1", ""),
    "PIVOT": ("SELECT * FROM (", "PIVOT ", "a ON a)", ""),
    "pipes": ("SELECT a", " |> SELECT a", "", ""),
    "placeholders": ("SELECT ", "{{ ", "a", " }}"),
}  # fmt: skip


def statement(name: str, times: int) -> str:
    """The piece, so many times."""
    begin, piece, middle, end = PIECES[name]
    return begin + piece * times + middle + end * times


def sizes(name: str) -> Iterator[int]:
    """How often: as often as the guard looks at all, what is just read in the caller's own stack, and less."""
    from shared.engine.sql.syntax import _DIALECT, _FEW_TOKENS, MAX_TOKENS

    for tokens in (MAX_TOKENS, _FEW_TOKENS, 45):
        begin, one = (len(_DIALECT.tokenize(statement(name, times))) for times in (1, 2))
        times = max(1, (tokens - begin) // max(one - begin, 1))
        while len(statement(name, times)) > 20_000:
            times = times * 9 // 10
        yield times


def read_by_all(sql: str) -> str:
    """What the guard says, after everything that reads a model's SQL has read it."""
    from shared.engine.forensics import probes
    from shared.engine.results.origins import invented
    from shared.engine.results.wholes import parts_of_a_whole
    from shared.engine.sql.guard import check
    from shared.engine.sql.limits import limits
    from shared.engine.sql.names import repair
    from shared.errors import QueryFailed

    tables = {"a": ("a", "b")}
    invented(sql), limits(sql), parts_of_a_whole(sql), repair(sql, tables), probes(sql, tables)
    try:
        return f"passed: {check(sql, tables).sql[:80]}"
    except QueryFailed as failed:
        return f"{failed.failure.kind}: {failed.failure.message}"


def outcomes(statements: list[str]) -> list[dict[str, object]]:
    """What became of each in a process of its own, how long it took there, and the signal that ended the process."""
    reading, writing = os.pipe()
    child = os.fork()
    if not child:
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
        threading.stack_size(LEAST_STACK)
        thread = threading.Thread(target=read_one_by_one, args=(statements, writing))
        thread.start()
        thread.join()
        os._exit(0)
    os.close(writing)
    with os.fdopen(reading) as lines:
        found = [json.loads(line) for line in lines]
    _, status = os.waitpid(child, 0)
    return [*found, {"said": "", "seconds": 0.0, "signal": os.WTERMSIG(status)}][: len(statements)]


def read_one_by_one(statements: list[str], writing: int) -> None:
    """A line for each, as soon as it is read."""
    for sql in statements:
        signal.alarm(MOST_SECONDS)
        begun = time.process_time()
        said = read_by_all(sql)
        line = {"said": said, "seconds": time.process_time() - begun, "signal": 0}
        os.write(writing, (json.dumps(line) + "\n").encode())


def main() -> None:
    """Every piece, in every size."""
    read_by_all("SELECT 1")  # so that everything is imported
    for name in sys.argv[1:] or PIECES:
        found = outcomes([statement(name, times) for times in sizes(name)])
        print(json.dumps({"name": name, "outcomes": found}), flush=True)


if __name__ == "__main__":
    main()
