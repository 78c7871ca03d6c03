"""RepairQuery: a failed query goes back with its error and the nearest valid names."""

from shared.model.port import Repaired, RepairQuery
from shared.model.prompts.forfeiting import FORFEIT, or_forfeit
from shared.model.prompts.prompt import PRINCIPLES, Prompt, compose, fence, sections, structured
from shared.model.prompts.sql import QUERY_RULES
from shared.model.prompts.tables import tables

ROLE = """\
# Your part: mend a query that failed

Give the query that answers the same purpose and works, in `sql`, without explanation. Change no more than the failure
needs: the same measure, the same filters, the same grouping. If the tables cannot give what the purpose asks for, let
`sql` be null; do not answer something else instead. Where it is plain that the task as a whole cannot be answered from
these tables, call `forfeit` instead of answering.
"""


@compose.register
def repair_query(request: RepairQuery, *, samples: bool) -> Prompt:
    """The prompt that mends a query. An error message can quote cells, so it goes only with samples."""
    failure = request.failure.wire() if samples else request.failure.model_dump(exclude={"message"})
    return Prompt(
        system=sections(PRINCIPLES, ROLE, QUERY_RULES),
        material=tables(request.datasets, samples=samples),
        ask=sections(fence("query", request.query.wire()), fence("failure", failure)),
        schema=Repaired,
        tools=(FORFEIT,),
        read=or_forfeit(structured(Repaired)),
    )
