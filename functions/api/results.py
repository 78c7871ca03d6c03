"""Results: all rows behind those that a reply shows."""

from shared.contracts import Reply, ResultPreview, WholeResult
from shared.errors import UnknownResource
from shared.http.route import Asking, Id, answers, routes
from shared.store.results import ResultLink, link_to
from shared.turn.rescue.rescue import read_turn

router = routes()
TAGS = ["turns"]


class ResultView(WholeResult):
    """A result with all rows that were fetched, each in the order of `columns`; `cut` where there are more than that.
    `csv` is where it can be downloaded, without a token, until that expires."""

    purpose: str
    csv: ResultLink


@router.get(
    "/turns/<turn_id>/results/<result_id>",
    summary="Read a whole result",
    description="The `link` of a result on a reply that shows its first rows only.",
    tags=TAGS,
    operation_id="getResult",
    responses=answers("The result.", 404),
)
def get_result(caller: Asking, turn_id: Id, result_id: Id) -> ResultView:
    """A result that the turn's reply links to; 404 for any other."""
    reply = read_turn(turn_id, caller.user_id, caller.deps).reply
    shown = _shown(reply, link_to(turn_id, result_id)) if reply else None
    if shown is None:
        raise UnknownResource("There is no such result.")
    results = caller.deps.results
    whole = results.read(turn_id, result_id)
    return ResultView(**dict(whole), purpose=shown.purpose, csv=results.link(turn_id, result_id))


def _shown(reply: Reply, link: str) -> ResultPreview | None:
    """What the reply shows of the result behind a link; None for one that it has not."""
    results = (shown for response in reply.responses for shown in response.result.results)
    return next((shown for shown in results if shown.link == link), None)
