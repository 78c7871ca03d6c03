"""A file's own vectors searched by words: where the model that made them can be asked, and nowhere else."""

import hashlib

import numpy as np
import pandas as pd
import pytest

from shared.embeddings.embedder import Embedder
from shared.errors import EmbeddingsUnavailable

SUBJECTS = ("Parcel delivered late {}", "Wonderful taste {}", "Battery died early {}")
LONG = "{}, which I write to you about today since it has never happened to me before in all these years"


class Service:
    """An embeddings service that can be told to fail; it turns the vectors of another model by a rotation of its own,
    so that no other model's vectors are like its own."""

    def __init__(self, model: str = "small", *, down: bool = False) -> None:
        self.model, self.down, self.asked = model, down, []

    def embed(self, texts):
        self.asked.append(tuple(texts))
        if self.down:
            raise EmbeddingsUnavailable("down")
        seed = int.from_bytes(hashlib.sha256(self.model.encode()).digest()[:4])
        turned, _ = np.linalg.qr(np.random.default_rng(seed).normal(size=(256, 256)))
        return (Embedder().embed(list(texts)) @ turned).astype(np.float32)


def tickets(tmp_path, model: str = "small", written: str = "{}"):
    """Tickets whose texts are short, so that Candor embeds none itself, unless `written` makes them long."""
    notes = [written.format(text.format(at)) for at in range(8) for text in SUBJECTS]
    frame = pd.DataFrame({"ticket": [f"T{at}" for at in range(24)], "note": notes})
    frame["embedding"] = list(Service(model).embed(notes).round(4).tolist())
    frame.to_json(tmp_path / "tickets.json", orient="records")
    return tmp_path / "tickets.json"


@pytest.fixture
def with_service(candor):
    """Candor with a service; the composition root is left without one afterwards."""

    def using(service):
        candor.deps.embeddings = service
        return service

    yield using
    candor.deps.embeddings = None


def asked(candor, dataset, question):
    return candor.ask(question, session=candor.cloud.session((dataset.dataset_id,)))


def test_words_find_rows_by_vectors_of_the_model_that_can_be_asked(candor, tmp_path, with_service):
    with_service(Service())
    dataset = candor.cloud.upload(tickets(tmp_path))
    assert candor.deps.datasets.profile(dataset.dataset_id).column("embedding").embedded_by == "small"
    reply = asked(candor, dataset, "Find rows related to a parcel that came late")
    assert reply.status == "answered", reply.text
    told = {fact.name.split()[2]: fact.value for fact in reply.facts if fact.name.startswith("likeness of ")}
    assert told
    assert {int(name.removeprefix("T")) % 3 for name in told} == {0}, reply.text
    assert "“a parcel that came late”" in reply.text


def test_a_name_of_a_row_is_that_row_with_a_service_too(candor, tmp_path, with_service):
    with_service(Service())
    dataset = candor.cloud.upload(tickets(tmp_path))
    reply = asked(candor, dataset, "Find rows similar to T4")
    assert "that of T4" in reply.text
    assert {fact.name.split()[2] for fact in reply.facts if "likeness of" in fact.name} <= {
        f"T{at}" for at in range(1, 24, 3)
    }


def test_vectors_of_the_file_come_before_those_of_its_texts_and_these_when_the_service_is_down(
    candor, tmp_path, with_service
):
    service = with_service(Service())
    dataset = candor.cloud.upload(tickets(tmp_path, written=LONG))
    question = "Find rows related to a parcel that came late"
    assert "vectors that the file brought along" in asked(candor, dataset, question).text
    service.down = True
    assert "Likeness is the cosine of embeddings" in asked(candor, dataset, question).text


@pytest.mark.parametrize("made_by", ["large", ""])
def test_vectors_of_another_model_are_not_compared_with_words(candor, tmp_path, with_service, made_by):
    service = with_service(Service())
    dataset = candor.cloud.upload(tickets(tmp_path, made_by))
    assert candor.deps.datasets.profile(dataset.dataset_id).column("embedding").embedded_by == ""
    service.asked.clear()
    reply = asked(candor, dataset, "Find rows related to a parcel that came late")
    assert not service.asked
    assert not [fact for fact in reply.facts if fact.name.startswith("likeness of ")]


def test_a_service_that_is_down_is_said_and_names_of_rows_go_on(candor, tmp_path, with_service):
    service = with_service(Service())
    dataset = candor.cloud.upload(tickets(tmp_path))
    service.down = True
    reply = asked(candor, dataset, "Find rows related to a parcel that came late")
    assert (reply.status, "could not be looked up just now" in reply.text) == ("forfeited", True), reply.text
    assert "that of T4" in asked(candor, dataset, "Find rows similar to T4").text


def test_cells_that_may_not_be_shared_are_not_sent_to_recognise_a_model(candor, tmp_path, with_service):
    service = with_service(Service())
    kept, candor.deps.settings = candor.deps.settings, candor.deps.settings.model_copy(update={"share_samples": False})
    try:
        candor.cloud.upload(tickets(tmp_path))
    finally:
        candor.deps.settings = kept
    assert not service.asked
