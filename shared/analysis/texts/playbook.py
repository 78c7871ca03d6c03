"""The analyses of texts by their meaning: the playbook of the agent that reads them."""

from typing import Final

from shared.analysis.base import Analysis
from shared.analysis.texts.chosen_values import ChosenValues
from shared.analysis.texts.classified import Classified
from shared.analysis.texts.distinct_values import DistinctValues
from shared.analysis.texts.meaning_match import MeaningMatch

MEANINGS: Final[tuple[type[Analysis], ...]] = (DistinctValues, ChosenValues, Classified, MeaningMatch)
