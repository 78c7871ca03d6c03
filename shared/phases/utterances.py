"""What people say beside an answer while they are asked something: example utterances for each intent, as data."""

from typing import Final, Literal

Aim = Literal["unknown", "nothing", "back", "why", "done", "keep", "begin", "answer"]

UTTERANCES: Final[dict[Aim, tuple[str, ...]]] = {
    "unknown": (
        "I don't know", "I do not know", "no idea", "no clue", "not sure", "I'm not sure", "I am not sure yet", "skip",
        "skip this one", "I can't say", "don't know yet", "we don't know that", "hard to say", "I have no idea",
        "pass", "no answer", "unknown", "I couldn't tell you", "that is not clear yet", "dunno",
        "I'd rather not say", "next question please", "can't answer that", "that is confidential", "I can't share that",
        "I don't care", "how should I know", "can we skip the questions?", "just show me the numbers",
        "what would you take?", "go on without it", "I have not thought about that yet", "I never thought about it",
        "we have not decided that yet", "that is for you to say", "you decide", "I couldn't say", "I wouldn't know",
    ),
    "nothing": (
        "none", "nothing", "no constraints", "there are none", "no", "nothing special", "no, nothing", "no limits",
        "not really", "there is nothing", "nothing to leave out", "none at all", "nope", "no restrictions",
        "nothing comes to mind", "none that I know of",
    ),
    "back": (
        "go back", "back", "back please", "one step back", "previous question", "go back to the previous question",
        "go back one question", "I want to change my last answer", "let me change my previous answer",
        "can we go back?", "let me go back", "undo", "can I change what I said before?", "the question before",
        "return to the previous question",
    ),
    "why": (
        "why do you ask?", "why do you want to know?", "what do you mean?", "what do you mean by that?",
        "why is that important?", "can you explain the question?", "I don't understand the question",
        "what is that for?", "what kind of answer do you expect?", "could you rephrase that?", "what does that mean?",
        "can you give me an example?", "such as?", "how do you mean?", "what are my options?", "why does it matter?",
        "which ones are there?", "what for?", "what is the difference?",
    ),
    "done": (
        "that is all", "that's all", "that's it", "we are done", "I'm done", "we're finished", "thank you, that is all",
        "thanks, that is all I needed", "no that's all thanks",
        "no more questions", "nothing else", "that will be all", "goodbye", "bye",
        "thanks, bye", "close the consultation", "end the consultation", "let's stop here", "no, thank you",
        "that was everything", "I have everything I need", "no further questions", "thank you", "thanks",
    ),
    "keep": (
        "leave it as it is", "keep it", "keep it as it is", "keep that", "the same as before", "no change", "leave it",
        "it is fine as it is", "don't change it", "same", "unchanged",
    ),
    "begin": (
        "hello", "hi", "hey there", "good morning", "let's start", "let us begin", "start", "I need help",
        "can you help me?", "help me", "I'd like a consultation", "I want to start a consultation", "ok", "ready",
        "go ahead", "continue", "yes", "let's go", "okay, go on", "please go on", "go on", "hello there, how are you?",
        "hope you are well", "nice to meet you", "what can you do?", "what can you do for me?", "how does this work?",
        "who are you?", "what is this?", "how can you help me?",
    ),
    "answer": (
        "the management board", "the sales team", "our customers", "next year's budget", "revenue grows",
        "I", "me", "just me", "my boss", "everyone",
        "which region sells most", "why did revenue fall", "whether to hire", "to close a branch", "a clear ranking",
        "only this year", "the first one", "the second", "all of them", "mostly", "fully", "by region",
    ),
}  # fmt: skip
"""“answer” stands for all that answers a question: an utterance must be more like another aim than like these."""

PARTICLES: Final = frozenset({"yes", "no", "ok", "okay"})
"""Words that answer by themselves: within a sentence they may belong to something else, and a “but” takes from them."""

CORRECTIONS: Final = (
    "no, I meant {value}",
    "I meant {value}",
    "sorry, I mean {value}",
    "actually it is {value}",
    "actually, {value}",
    "correction: {value}",
    "change that to {value}",
    "change it to {value}",
    "make that {value}",
    "no, it is {value}",
    "it should be {value}",
    "rather {value}",
)
"""Ways to take back the answer before, whichever it was."""

EXCHANGES: Final = (
    "swap {old} (?:for|with) {value}",
    "replace {old} (?:by|with) {value}",
    "(?:switch|change) (?:from )?{old} (?:to|into) {value}",
)
"""Ways to put a value in the place of an answer, as patterns."""

RETRACTIONS: Final = (*CORRECTIONS, "no, {value}", "no wait, {value}", "wait, {value}")
"""Ways to take back, within an answer, what was said before in it."""
