"""Qualification: what is to be found out, for whom, and what hangs on it."""

from shared.phases.phase import Phase
from shared.phases.slots import ConsultationSlot

phase = Phase(
    __name__,
    place=10,
    label="Qualification",
    work="qualification",
    purpose="Learn the business question, who asks it, which decision hangs on it and what would be a success.",
    opens="I'll ask a few short questions, then look at your data and come back with an analysis.",
    closes="Thank you, I know what this is for.",
    slots=(
        ConsultationSlot(
            name="question",
            label="Business question",
            ask="What do you want to find out?",
            why="Everything that follows is chosen by it.",
            examples=(
                "I want to know {value}",
                "we want to know {value}",
                "I want to find out {value}",
                "we want to find out {value}",
                "we want to understand {value}",
                "the question is {value}",
                "my question is {value}",
                "our question is {value}",
                "the business question is {value}",
            ),
        ),
        ConsultationSlot(
            name="decision",
            label="Decision",
            ask="Which decision depends on the answer?",
            why="It tells how exact the answer must be, and which alternatives to compare.",
            examples=(
                "the decision is {value}",
                "we have to decide {value}",
                "I have to decide {value}",
                "we must decide {value}",
                "we need to decide {value}",
                "I need to decide {value}",
                "we are deciding {value}",
                "it will decide {value}",
            ),
        ),
        ConsultationSlot(
            name="audience",
            label="Audience",
            ask="Who will use the answer?",
            why="A board reads a headline, a team needs the details.",
            examples=(
                "it is for {value}",
                "this is for {value}",
                "the audience is {value}",
                "the answer is for {value}",
                "the report is for {value}",
                "the answer goes to {value}",
                "the report goes to {value}",
            ),
        ),
        ConsultationSlot(
            name="success",
            label="Success",
            ask="What would make this a success for you?",
            why="It tells what the findings must show.",
            examples=(
                "success is {value}",
                "success means {value}",
                "success would be {value}",
                "a success would be {value}",
                "it is a success if {value}",
                "it would be a success if {value}",
                "I would be happy with {value}",
                "I would be happy if {value}",
            ),
        ),
        ConsultationSlot(
            name="data",
            label="Data",
            ask="Which of your files is this about?",
            why="The figures are computed from it.",
            kind="dataset",
            examples=("the data is in {value}", "the file is {value}", "the data is {value}", "use {value}"),
        ),
    ),
    instructions=(
        "You are the qualifier. Learn why this is asked before anything is computed. Be brief and friendly, thank "
        "nobody twice, and do not talk about figures: none has been computed yet."
    ),
)
