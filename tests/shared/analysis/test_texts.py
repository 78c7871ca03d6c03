"""Texts by their meaning: what is read, chosen, classified and searched, held against pandas and numpy."""

import numpy as np
import pandas as pd
import pytest
from pydantic import ValidationError

from shared.agents.claims import matched_by_letters
from shared.analysis.conditions import Filter
from shared.analysis.texts.chosen_values import ChosenValues
from shared.analysis.texts.classified import Category, Classified
from shared.analysis.texts.distinct_values import BATCH, DistinctValues
from shared.analysis.texts.meaning_match import MeaningMatch
from shared.analysis.texts.sentiment import Sentiment
from shared.analysis.texts.similar_rows import LEAST_ALIKE, SimilarRows
from shared.embeddings.embedder import Embedder
from shared.errors import ForfeitException
from shared.query.conditions import Compare
from tests.shared.analysis.running import Tables, values

SPECIALTIES = ["Cardiology", "Heart surgery", "Interventional cardiologist", "Dermatology", "Orthopedics", None]
COMMENTS = (
    "The delivery of my order came two weeks late and nobody knew where the parcel was",
    "A wonderful taste that my whole family enjoyed, we will gladly buy it again soon",
    "The battery died after a single day although the description had promised more",
)


def doctors(rows: int = 120) -> pd.DataFrame:
    rng = np.random.default_rng(1)
    return pd.DataFrame(
        {
            "doctor_id": [f"D{at}" for at in range(rows)],
            "specialty": rng.choice(np.array(SPECIALTIES, dtype=object), rows),
            "town": rng.choice(["Bonn", "Ulm"], rows),
            "visits": rng.integers(1, 90, rows),
        }
    )


def commented(rows: int = 30) -> pd.DataFrame:
    texts = [f"{COMMENTS[at % 3]}, number {at}" for at in range(rows)]
    return pd.DataFrame(
        {"order_id": [f"O{at}" for at in range(rows)], "town": ["Bonn", "Ulm"] * (rows // 2), "note": texts}
    )


def records(analysis, frame, query=0):
    return Tables(rows=frame).findings(analysis)[1][query].records()


# reading


def test_the_different_values_come_in_batches_the_most_frequent_first():
    frame = pd.DataFrame({"company": [f"Company {89 - at % 90:02d}" for at in range(200)]})  # rare ones first by name
    counts = frame.company.value_counts().sort_index().sort_values(ascending=False, kind="stable")
    read = [records(DistinctValues(column="company", batch=batch), frame) for batch in (1, 2, 3)]
    assert [len(one) for one in read] == [BATCH, BATCH, 10]
    assert [(row["value"], row["rows"]) for one in read for row in one] == list(counts.items())
    assert Tables(rows=frame).run(DistinctValues(column="company", batch=2)).summary.startswith("Batch 2 of 3; 90 diff")
    with pytest.raises(ForfeitException, match="no batch 4"):
        Tables(rows=frame).run(DistinctValues(column="company", batch=4))


def test_rows_without_a_text_are_told():
    frame = doctors()
    found = Tables(rows=frame).run(DistinctValues(column="specialty"))
    assert f"{int(frame.specialty.isna().sum())} rows have none" in found.summary


def test_numbers_are_no_texts():
    with pytest.raises(ForfeitException, match="lacks required text fields: visits holds no texts"):
        Tables(rows=doctors()).run(DistinctValues(column="visits"))


# choosing


def test_the_query_names_the_chosen_values_and_no_pattern():
    chosen = ("Cardiology", "Heart surgery")
    frame, analysis = doctors(), ChosenValues(column="specialty", values=chosen, measure="visits")
    (query,) = analysis.queries(Tables(rows=frame).only)
    assert "IN ('Cardiology', 'Heart surgery')" in query.sql
    assert not matched_by_letters(query.sql)
    own = frame[frame.specialty.isin(chosen)].groupby("specialty").visits.agg(["size", "sum"])
    given = {row["specialty"]: (row["rows"], row["sum_visits"]) for row in records(analysis, frame)}
    assert given == {name: (row["size"], row["sum"]) for name, row in own.iterrows()}


def test_a_chosen_value_that_no_row_has_is_told():
    found = Tables(rows=doctors()).run(ChosenValues(column="specialty", values=("Cardiology", "Nephrology")))
    assert found.findings[-1].startswith("Of no row: Nephrology.")


def test_conditions_hold_beside_the_chosen_values():
    where = (Compare(column="town", operator="=", value="Ulm"),)
    frame = doctors()
    (row,) = records(ChosenValues(column="specialty", values=("Cardiology",), where=where), frame)
    assert row["rows"] == int(((frame.specialty == "Cardiology") & (frame.town == "Ulm")).sum())


# classifying


@pytest.mark.parametrize("by", [None, "town"])
def test_categories_agree_with_pandas(by):
    frame = doctors()
    heart = Category(name="heart", values=tuple(SPECIALTIES[:3]))
    skin = Category(name="skin", values=("Dermatology",))
    named = {value: one.name for one in (heart, skin) for value in one.values}
    category = frame.specialty.map(named).fillna("not classified").where(frame.specialty.notna(), "without a text")
    expected = frame.assign(category=category).groupby(["town", "category"] if by else ["category"]).visits
    given = records(Classified(column="specialty", categories=(heart, skin), measure="visits", by=by), frame)
    assert {(row["group"], row["category"]) if by else row["category"]: row["rows"] for row in given} == (
        expected.size().to_dict()
    )
    assert {(row["group"], row["category"]) if by else row["category"]: row["figure"] for row in given} == (
        expected.sum().to_dict()
    )
    for town in frame.town.unique() if by else [None]:
        assert sum(row["share"] for row in given if not by or row["group"] == town) == pytest.approx(100)


def test_rows_without_a_text_are_no_bar_beside_the_categories_and_the_title_says_so():
    heart = Category(name="heart", values=tuple(SPECIALTIES[:3]))
    (picture,) = Tables(rows=doctors()).run(Classified(column="specialty", categories=(heart,))).pictures
    assert {one.at for one in picture.points} == {"heart", "not classified"}
    assert picture.title.endswith("(not shown: without a text)")


def test_a_text_belongs_to_one_category():
    with pytest.raises(ValidationError, match="one stands in several"):
        Sentiment(column="note", positive=("fine",), negative=("fine",))


def test_sentiment_counts_the_rows_of_each_tone():
    frame = commented()
    texts = list(frame.note)
    found = Tables(rows=frame).run(Sentiment(column="note", positive=tuple(texts[1::3]), negative=tuple(texts[0::3])))
    given = values(found)
    assert [given[f"share of {tone}"] for tone in ("positive", "negative", "not classified")] == [
        pytest.approx(100 / 3)
    ] * 3


def test_nobody_has_judged_the_sentiment():
    with pytest.raises(ForfeitException, match="No sentiment data available"):
        Tables(rows=commented()).run(Sentiment(column="note"))


# without a model


def test_texts_are_matched_by_embeddings_with_the_threshold_shown():
    frame = doctors()
    found = Tables(rows=frame).run(MeaningMatch(column="specialty", words="heart doctors"))
    known = [one for one in SPECIALTIES if one]
    cosine = dict(zip(known, Embedder().similarity(["heart doctors"], known)[0], strict=True))
    chosen = [name for name in known if round(float(cosine[name]), 2) >= 0.3]
    assert 0 < len(chosen) < len(known)
    assert values(found)["number of rows about heart doctors"] == int(frame.specialty.isin(chosen).sum())
    assert "from a likeness of 0.3 on; nobody has read the texts" in found.findings[-1]


def test_what_no_text_means_is_forfeited_with_the_threshold():
    with pytest.raises(ForfeitException, match=r"none is 0\.3 alike"):
        Tables(rows=doctors()).run(MeaningMatch(column="specialty", words="football results"))


def test_a_search_ranks_rows_by_the_cosine_of_their_texts():
    frame = commented(60)
    given = records(SimilarRows(words="late delivery of a parcel"), frame)
    cosine = Embedder().similarity(["late delivery of a parcel"], list(frame.note))[0]
    best = sorted(zip(frame.order_id, cosine, strict=True), key=lambda one: -one[1])[:10]
    assert [row["similarity"] for row in given] == pytest.approx([float(one) for _, one in best], abs=1e-3)
    assert {row["name"] for row in given} <= set(frame.order_id[0::3])
    assert {row["found"] for row in given} == {int((cosine >= LEAST_ALIKE).sum())}


def test_a_row_is_searched_for_by_its_name_and_is_none_of_those_found():
    given = records(SimilarRows(like="o3"), commented())
    assert {int(row["name"][1:]) % 3 for row in given[:9]} == {0}
    assert "O3" not in {row["name"] for row in given}


def test_conditions_narrow_a_search():
    ulm = (Filter(column="town", operator="=", values=("Ulm",)),)
    given = records(SimilarRows(words="late delivery", filters=ulm), commented())
    assert {int(row["name"][1:]) % 2 for row in given} == {1}


def test_a_search_takes_words_or_a_name_and_not_both():
    with pytest.raises(ValidationError, match="not both"):
        SimilarRows(words="a", like="b")


def test_without_embeddings_a_search_is_forfeited():
    with pytest.raises(ForfeitException, match="No embeddings available"):
        Tables(rows=doctors()).run(SimilarRows(words="heart"))
