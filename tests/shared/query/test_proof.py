"""What must hold for every value of the query language, over random tables."""

import random
from collections.abc import Iterator

import pytest

from shared.contracts import DatasetProfile
from shared.engine.sql.syntax import render
from shared.query.check import check
from shared.query.checks import findings
from shared.query.completeness import completeness
from shared.query.measures import parts
from shared.query.problems import QueryProblem, read_query
from shared.query.query import Figures, Query, Rows, figure_at
from shared.query.sql.plain import plain_select
from shared.query.words.verbalise import verbalise
from tests.shared.query import reading_in_pandas
from tests.shared.query.cases import BLOCKS, answered, begun, forget, random_case, shown, told
from tests.shared.query.found_rows import average_of_what_is_found, counts_of_found_rows
from tests.shared.query.linked import linked
from tests.shared.query.neighbours import meaning, neighbours
from tests.shared.query.reading_of_sentences import facets_of, read_sentence
from tests.shared.query.renaming import renamed
from tests.shared.query.running import alike, asked, counted_beside, run
from tests.shared.query.tables import plain

LONGEST_READ = 1200
"""Characters of a sentence up to which it is read back: a reader that follows every way takes seconds for some longer
ones."""
_PARTS = [
    pytest.param(one, id=f"{one[0]}-{one[-1]}", marks=pytest.mark.xdist_group(f"seeds {one[0]}")) for one in BLOCKS
]


@pytest.fixture(scope="module", params=_PARTS)
def seeds(request: pytest.FixtureRequest) -> Iterator[range]:
    """A part of the seeds, of which each test tries all."""
    part: range = request.param
    yield part
    forget()


def test_sql_has_the_asked_columns_and_passes_the_guard(seeds: range) -> None:
    for seed in seeds:
        bound, result, _ = answered(seed)
        assert result.columns[: len(bound.outputs)] == tuple(one.name for one in bound.outputs), told(seed)


def test_the_sql_that_is_shown_has_the_asked_columns_alone_and_gives_the_same_in_fewer_words(seeds: range) -> None:
    for seed in seeds:
        _, ran, _ = answered(seed)
        bound, result = run(*random_case(seed), is_guarded=False, accounted=False)
        assert result.columns == tuple(one.name for one in bound.outputs), told(seed)
        assert alike(list(result.rows), shown(seed)), f"{told(seed)}\n{result.sql}"
        assert len(result.sql) < len(ran.sql), told(seed)


def test_sql_gives_what_pandas_reads_from_the_same_value(seeds: range) -> None:
    for seed in seeds:
        query, table = random_case(seed)
        bound, _, _ = answered(seed)
        read = reading_in_pandas.read(query, table.frame, table.profile, table.beside)
        expected = [tuple(plain(cell) for cell in row) for row in read.rows]
        assert read.columns == tuple(one.name for one in bound.outputs), told(seed)
        assert alike(shown(seed), expected), f"{told(seed)}\n{shown(seed)}\n{expected}"


def test_completeness_counts_the_rows_that_pandas_uses(seeds: range) -> None:
    for seed in seeds:
        query, table = random_case(seed)
        bound, result, _ = answered(seed)
        if query.source is None and isinstance(query, Figures) and result.rows:
            (one, *_) = completeness(bound, result, 0, 0).accounts
            grouped = one.there - one.without("repeated") - one.without("condition") - one.without("no_group")
            assert grouped == reading_in_pandas.rows_used(query, table.frame, table.profile, table.beside), told(seed)
            repeated = reading_in_pandas.rows_repeated(query, table.frame, table.profile)
            assert one.without("repeated") == repeated, told(seed)


def test_completeness_tells_the_share_of_rows_that_pandas_matches(seeds: range) -> None:
    for seed in seeds:
        query, table = random_case(seed)
        bound, result, _ = answered(seed)
        told_of = completeness(bound, result, 0, 0) if result.rows else None
        if query.source is None and told_of is not None:
            shares = reading_in_pandas.shares_matched(query, table.frame, table.profile, table.beside)
            assert [(one.matched, one.several) for one in told_of.lookups] == [
                (pytest.approx(matched), pytest.approx(several)) for matched, several in shares
            ], told(seed)


def test_no_row_becomes_several_by_a_lookup_nor_is_lost(seeds: range) -> None:
    for seed in seeds:
        query, table = random_case(seed)
        if query.source is None and query.lookups:
            bare = {"kind": "rows", "lookups": query.lookups, "distinct_rows": query.distinct_rows, "limit": 10_000}
            without = reading_in_pandas.rows_repeated(query, table.frame, table.profile)
            found = asked(Rows.model_validate(bare), table, is_guarded=False)
            assert len(found) == table.profile.row_count - without, told(seed)


def test_a_column_whose_values_repeat_is_refused_as_a_key(seeds: range) -> None:
    for seed in seeds:
        rng, table = begun(seed)
        link = linked(rng, table, "customers", "repeated")
        if link is None:
            continue
        on = [{"column": own, "key": key} for own, key in link.on]
        found = {"column": next(iter(link.other.kinds)), "name": "found"}
        lookup = {"dataset": "customers", "on": on, "columns": [found]}
        with pytest.raises(QueryProblem) as refused:
            check(read_query({"kind": "rows", "lookups": [lookup]}), table.profile, [link.other.profile])
        assert refused.value.kind == "no_key", f"seed {seed}"


def test_what_is_refused_since_nothing_would_be_found_finds_nothing(seeds: range) -> None:
    for seed in seeds:
        rng, table = begun(seed)
        link = linked(rng, table, "customers", "unique")
        assert link is not None
        (pair,) = ({"column": own, "key": key} for own, key in link.on)
        lookup = {"dataset": "customers", "on": [pair], "columns": [{"column": pair["key"], "name": "found"}]}
        query = read_query({"kind": "rows", "lookups": [lookup]})
        if problem := _problem(query, table.profile, link.other.profile):
            others = [(link.other.frame, link.other.profile)]
            found = reading_in_pandas.shares_matched(query, table.frame, table.profile, others)
            assert problem.kind in ("no_match", "no_key"), f"seed {seed}"
            assert all(share == (0, 0) for share in found), f"seed {seed}: {problem.sentence}"


def _problem(query: Query, table: DatasetProfile, other: DatasetProfile) -> QueryProblem | None:
    try:
        check(query, table, [other])
    except QueryProblem as problem:
        return problem
    return None


def test_an_average_of_what_is_looked_up_is_told_to_count_rows_where_a_group_can_find_several(seeds: range) -> None:
    tried = dict.fromkeys((True, False), 0)
    for seed in seeds:
        rng = random.Random(seed)
        case = average_of_what_is_found(rng, random_case(seed)[1])
        if case is None:
            continue
        query = Figures.model_validate(case.query)
        try:
            bound = check(query, case.table.profile, case.table.datasets)
        except QueryProblem as problem:
            if problem.kind == "no_key":  # by chance rows share it
                continue
            raise
        is_told = any("once for each" in one.sentence for one in findings(bound))
        several = any(len(counts) > 1 for counts in counts_of_found_rows(query, case, rng))
        assert is_told or not several, f"seed {seed}: {case.query}"
        assert several or not is_told or not case.certain, f"seed {seed}: {case.query}"
        tried[is_told] += 1
    assert min(tried.values()) >= len(seeds) // 50


def test_shuffled_rows_and_renamed_reordered_columns_give_the_same_result(seeds: range) -> None:
    for seed in seeds:
        query, table = random_case(seed)
        other: Query = query
        table = table.shuffled(seed)
        if query.source is None and (query.kind == "figures" or query.columns):
            other, table = renamed(query, table, seed)
        assert alike(shown(seed), asked(other, table, is_guarded=False, accounted=False)), told(seed)


def test_rows_used_and_left_out_make_up_all_rows(seeds: range) -> None:
    for seed in seeds:
        bound, _, found = answered(seed)
        for fact in found if isinstance(bound.query, Figures) else ():
            assert fact.completeness, told(seed)
            assert fact.completeness.accounts, told(seed)
            for one in fact.completeness.accounts:
                assert one.used + sum(left.rows for left in one.left_out) == one.there, told(seed)
                assert all(left.rows > 0 for left in one.left_out), told(seed)


def test_what_is_counted_beside_plain_sql_is_what_the_language_accounts_for(seeds: range) -> None:
    """Of figures of groups what is counted beside them is rows, and in the language groups."""
    known, unknown = 0, []
    for seed in seeds:
        (query, table), (bound, result, _) = random_case(seed), answered(seed)
        select = plain_select(bound) if isinstance(query, Figures) else None
        if not isinstance(query, Figures) or select is None or not result.rows:
            continue
        counted = counted_beside(render(select), table)
        for place, one in enumerate((*query.measures, *query.across)):
            name = bound.outputs[len(query.groups) + place].name
            found = counted(name)
            if found is None:
                unknown.append(told(seed))
                continue
            known += 1
            assert {account.there for account in found.accounts} == {len(table.frame)}, told(seed)
            measure = one if place < len(query.measures) else query.measures[figure_at(query, one.measure)]
            if query.source is None and not any(getattr(part, "function", "") == "empty" for part in parts(measure)):
                own = completeness(bound, result, 0, place)
                assert own, told(seed)
                assert {each.used for each in found.accounts} == {each.used for each in own.accounts}, told(seed)
    assert known > 2 * len(unknown), unknown


def test_a_fact_is_the_cell_that_it_names(seeds: range) -> None:
    for seed in seeds:
        _, result, found = answered(seed)
        for fact in found:
            (cell,) = fact.cells
            assert result.rows[cell.row][result.columns.index(cell.column)] == fact.value, told(seed)


def test_every_known_figure_of_a_group_is_a_fact_of_its_own_name(seeds: range) -> None:
    for seed in seeds:
        bound, result, found = answered(seed)
        if isinstance(bound.query, Figures):
            groups, outputs = len(bound.query.groups), len(bound.outputs)
            known = sum(cell is not None for row in result.rows for cell in row[groups:outputs])
            assert len({fact.name for fact in found}) == len(found) == known, told(seed)


def test_queries_that_differ_never_share_a_sentence(seeds: range) -> None:
    for seed in seeds:
        query, table = random_case(seed)
        first = check(query, table.profile, table.datasets)
        said = {verbalise(first): first.query}
        columns = [*first.columns, *table.kinds]
        columns += [name for one in table.others for name in one.kinds]
        for other in neighbours(query, list(dict.fromkeys(columns)), random.Random(seed)):
            try:
                bound = check(other, table.profile, table.datasets)
            except QueryProblem:
                continue
            sentence = verbalise(bound)
            same = said.setdefault(sentence, bound.query)
            assert meaning(same) == meaning(bound.query), (
                f"{told(seed)}\n{other.model_dump_json(exclude_defaults=True)}\n{sentence}"
            )


def test_a_sentence_reads_back_as_the_query_that_it_says(seeds: range) -> None:
    for seed in seeds:
        query, table = random_case(seed)
        sentence, noun = verbalise(check(query, table.profile, table.datasets)), table.profile.semantic.entity_name
        if len(sentence) < LONGEST_READ:
            columns, *others = (
                {column.name: column.type for column in one.profile.columns} for one in (table, *table.others)
            )
            beside = dict(zip((one.profile.relation for one in table.others), others, strict=True))
            read = read_sentence(sentence, columns, noun, beside)
            assert read == facets_of(query, columns, noun, beside), told(seed)


def test_a_query_survives_its_json(seeds: range) -> None:
    for seed in seeds:
        query, _ = random_case(seed)
        assert read_query(query.model_dump(mode="json")) == query, told(seed)
