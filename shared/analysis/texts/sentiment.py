"""The tone of texts, as a mind has judged it, with its aggregates."""

from shared.analysis.texts.chosen_values import ChosenTexts
from shared.analysis.texts.classified import Categorised, Category
from shared.analysis.texts.text_column import text_column
from shared.contracts import DatasetProfile
from shared.errors import ForfeitException
from shared.table.names import spoken


class Sentiment(Categorised):
    """Tells the sentiment of texts: each of the different values is positive, neutral or negative as you judge it after
    you have read them all. Gives how many rows are of each tone, its share, and of a measure the total or average; with
    `by`, in each group, so that groups can be compared.
    """

    chosen = ("positive", "neutral", "negative")
    examples = (
        "What is the sentiment of {column}?",
        "Are the texts in {column} positive or negative?",
        "How does the sentiment of {column} differ by {by}?",
    )

    positive: ChosenTexts = ()
    neutral: ChosenTexts = ()
    negative: ChosenTexts = ()

    def named(self) -> tuple[Category, ...]:
        given = {name: getattr(self, name) for name in self.chosen}
        return tuple(Category(name=name, values=values) for name, values in given.items() if values)

    def unjudged(self) -> ForfeitException:
        return ForfeitException(
            "No sentiment data available: nobody has judged the tone of the texts, which takes a language model",
            ("Looked for a column that tells the sentiment", "Looked for a language model to judge the texts"),
            "Add a column with the sentiment, or ask again when the language model can be reached.",
            "unavailable",
        )

    def purpose(self, table: DatasetProfile) -> str:
        by = f" in each {spoken(table.column(self.by))}" if self.by else ""
        return f"Sentiment of {spoken(text_column(self.column, table))}{by}"
