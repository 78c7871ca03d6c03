"""A text for the user as a model's answer: never empty, never endless."""

from shared.model.port import Wording
from shared.model.prompts.prompt import WrongAnswer, structured
from shared.model.spoken import Spoken

LONGEST = 12_000
WORDS = "Give the text for the person in `text`, as markdown without images, links or HTML."

_read = structured(Wording)


def worded(spoken: Spoken) -> Wording:
    """The text; WrongAnswer where it says nothing or far too much."""
    wording = _read(spoken)
    if not wording.text.strip():
        raise WrongAnswer("`text` must not be empty.")
    if len(wording.text) > LONGEST:
        raise WrongAnswer(f"`text` may have {LONGEST} characters at most.")
    return wording
