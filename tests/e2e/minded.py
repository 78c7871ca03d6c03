"""Models that work as they should, up to what they answer."""

from infra.lab.messages_api import Brain, calls

TOTAL = 'SELECT sum(revenue) AS total_revenue FROM "data"'


def saying(words):
    """A brain that works as it should and then answers like this, however often it is asked to mend it."""

    def reworded(request, content):
        return [calls("answer", {"text": words})] if request.results or corrected(request) else content

    return Brain(sql=TOTAL, purpose="Total revenue", then=reworded)


def corrected(request):
    return any(block.get("is_error") for block in request.body["messages"][-1]["content"])
