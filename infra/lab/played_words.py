"""What a played model says of what it was told."""

from infra.lab.recorded import Recorded


def told(request: Recorded) -> list[str]:
    """What analyses say of their results; of a plain query the texts and the first figure of its first row."""
    results, tables = request.results, request.tables
    if said := [line for result in results for line in result.get("says", ())]:
        return said
    asked = (tables[table["table"]] for result in results for table in result["tables"])
    for table in (table for table in asked if table["rows"]):
        row, cells = next(iter(table["rows"].items()))
        named = [f"{{{row}.{key}}}" for key, cell in zip(table["columns"], cells, strict=True) if isinstance(cell, str)]
        figure = next((key for key in table["columns"] if f"{{{row}.{key}}}" not in named), "")
        said.append(", ".join((*named, f"{figure.replace('_', ' ')}: {{{row}.{figure}}}.")))
    return said or ["There is nothing to report."]


def facts_of(request: Recorded) -> list[str]:
    """The sentences of all facts in the prompt."""
    responses = request.fenced("responses") or []
    known = [fact for response in responses for fact in response.get("facts", ())] + (request.fenced("facts") or [])
    return [fact["text"] for fact in known]
