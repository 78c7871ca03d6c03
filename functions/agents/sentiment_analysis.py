"""Tells the tone of texts, with its shares and how groups differ in it."""

from shared.agents.sdk import Agent, DistinctValues, Needs, Sentiment

agent = Agent(
    __name__,
    description="Judges the sentiment of texts as positive, neutral or negative, and compares it between groups.",
    capabilities=(
        "Judge the sentiment of comments, reviews and other texts",
        "Compute the share of positive, neutral and negative texts",
        "Compare the sentiment of groups with each other",
    ),
    needs=Needs(datasets=1, rows=1),
    forfeits_when=(
        "no sentiment data available",
        "the data lacks required text fields",
        "there are more different texts than can be read",
    ),
    playbook=(Sentiment, DistinctValues),
    by_meaning=True,
    instructions=(
        "Read the different values of the text column first, all of its batches; ask for several at once. Judge each "
        "text by what it says, irony and mixed feelings included: what is neither clearly positive nor negative is "
        "neutral. Then give every text, exactly as it stands, to sentiment under its tone, with `by` if groups are "
        "compared. Say how many texts of how many were judged; a tone is that of the text, never of a person."
    ),
)
handler = agent.handler
