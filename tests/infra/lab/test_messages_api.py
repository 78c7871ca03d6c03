"""The fake Messages API takes its time as a model does."""

import http.client
import json
import time
from urllib.parse import urlsplit

import pytest

from infra.lab.messages_api import Behaviour, MessagesApi, Says, Slow, Writes, calls

ANSWER = Says([calls("answer", {"text": "West leads by far. " * 20})])
FIRST, ALL = 0.2, 0.8


def came(behaviour: Behaviour, *, stream: bool) -> list[float]:
    """After how many seconds each line of an answer came."""
    with MessagesApi(behaviour) as server:
        connection = http.client.HTTPConnection(urlsplit(server.base_url).netloc)
        begun = time.monotonic()
        connection.request("POST", "/v1/messages", json.dumps({"model": "m", "stream": stream}))
        return [time.monotonic() - begun for line in connection.getresponse() if line.strip()]


def test_a_streamed_answer_is_written_from_its_first_word_to_its_last() -> None:
    begins, *between, ends = came(Writes(FIRST, ALL, ANSWER), stream=True)
    assert FIRST <= begins < between[len(between) // 2] < ends
    assert begins < ALL / 2
    assert ends >= ALL


@pytest.mark.parametrize(("behaviour", "stream"), [(Writes(FIRST, ALL, ANSWER), False), (Slow(ALL, ANSWER), True)])
def test_one_that_is_not_comes_whole_at_its_end(behaviour: Behaviour, stream: bool) -> None:
    assert came(behaviour, stream=stream)[0] >= ALL
