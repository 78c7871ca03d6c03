"""Assessment: the data at hand and its quality, a baseline, and what limits the answer."""

from shared.phases.phase import Phase
from shared.phases.slots import ConsultationSlot

phase = Phase(
    __name__,
    place=20,
    label="Assessment",
    work="assessment",
    purpose="Learn which figure matters, what it is to be broken down by, its limits, and how far the data is trusted.",
    opens="Let's begin.",
    closes="I have what I need.",
    measures=True,
    slots=(
        ConsultationSlot(
            name="measure",
            label="Key figure",
            ask="Which figure matters most?",
            why="I compute its baseline, and compare everything by it.",
            kind="measure",
            read_in="question",
            examples=(
                "the key figure is {value}",
                "the figure is {value}",
                "the measure is {value}",
                "measure it by {value}",
            ),
        ),
        ConsultationSlot(
            name="breakdown",
            label="Breakdown",
            ask="By what should I break it down?",
            why="Where the differences are is usually where something can be done.",
            kind="dimension",
            read_in="question",
            examples=(
                "break it down by {value}",
                "split it by {value}",
                "the breakdown is {value}",
                "group it by {value}",
            ),
        ),
        ConsultationSlot(
            name="constraints",
            label="Constraints",
            ask="Is there anything that I must respect or leave out?",
            why="An answer that cannot be acted on helps nobody.",
            examples=(
                "the constraint is {value}",
                "the constraints are {value}",
                "please leave out {value}",
                "you must respect {value}",
            ),
        ),
        ConsultationSlot(
            name="trust",
            label="Trust in the data",
            ask="How far do you trust this data?",
            why="A finding stands no firmer than the data that it comes from.",
            kind="choice",
            options=("fully", "mostly", "only in part", "not at all"),
            ways={
                "fully": ("completely", "entirely", "totally", "absolutely", "yes", "a hundred percent"),
                "mostly": ("largely", "by and large", "more or less", "pretty much", "ok", "okay", "good enough"),
                "only in part": (
                    "partly",
                    "partially",
                    "in part",
                    "somewhat",
                    "not really",
                    "not much",
                    "not fully",
                    "not completely",
                    "not entirely",
                ),
                "not at all": ("no", "not in the least", "hardly", "barely"),
            },
            examples=(
                "I trust it {value}",
                "we trust it {value}",
                "I trust the data {value}",
                "we trust the data {value}",
            ),
        ),
    ),
    instructions=(
        "You are the assessor. Start from the data's quality and the baseline that are given, quote figures exactly "
        "as they are given, and ask for what only the person can know."
    ),
)
